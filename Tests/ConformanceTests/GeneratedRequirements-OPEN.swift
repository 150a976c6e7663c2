// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `OPEN A conversation on a screen` {
  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-001 The first update is complete`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-001")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-002 Nothing is shown before it is read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-002")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-003 Without a network what is stored is shown, and nothing else happens`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-003")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-004 A catch-up is one update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-004")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-005 What was there before the reader came is not new`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-005")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-006 What is written here is shown at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-006")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-007 The first unread message is found before anything is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-007")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-008 What changes nothing shown is no update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-008")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-009 Each update leads on from the one before`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-009")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-010 What moves nothing is collected`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-010")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-011 What moves something does not wait for what does not`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-011")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-012 Nothing moves under a finger, and nothing is lost`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-012")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-013 A store that fails takes nothing away`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-013")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-014 Who jumps arrives with one update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-014")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-015 A page is one update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-015")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-016 Who writes and what they wrote change places`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-016")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-017 After the end nothing comes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-017")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-018 A conversation that is gone is empty in one step`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-018")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-019 A view without rows reads on, within bounds`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-019")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-020 Read is what was in sight for half a second`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-020")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-021 Who reads a thread has not read the conversation`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-021")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-022 All of it at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-022")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-023 What was written on this screen is named, once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-023")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-024 How far somebody has read is said until it is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-024")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-025 What it says that it did is what it did`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-025")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-026 Nobody is sent to a row that is not there`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-026")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-027 Where more is stored, nothing is no answer`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-027")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-028 Who writes far from the end is taken there`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-028")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-029 What is gone is not read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-029")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-030 What is stored while it is read is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-030")
  }
}
