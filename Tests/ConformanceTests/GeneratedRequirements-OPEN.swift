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
  func `OPEN-003 Without a network the first update does not wait`(
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
  func `OPEN-005 Only what arrives after the opening is new`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-005")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-006 An own message is shown at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-006")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-007 The conversation opens at the first unread message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-007")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-008 A commit without a visible change is no update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-008")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-009 Each update continues the one before`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-009")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-010 Changes that move nothing are collected`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-010")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-011 A change of heights does not wait`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-011")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-012 Nothing changes under a finger, and nothing is lost`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-012")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-013 A failing store leaves what is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-013")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-014 A jump is one update`(
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
  func `OPEN-016 A message replaces the typing row of its author`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-016")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-017 After closing nothing comes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-017")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-018 A forgotten conversation is empty in one update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-018")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-019 A window without rows reads on, within bounds`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-019")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-020 Half a second in sight is read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-020")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-021 A thread does not move the read marker`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-021")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-022 After any history the screen is right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-022")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-023 A message written on this screen is named once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-023")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-024 A reading is repeated until it is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-024")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-025 Diagnostics count what happened`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-025")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-026 A destination has a row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-026")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-027 No empty update while more is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-027")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-028 Writing far from the end leads there`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-028")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-029 A missing message is not reported as read again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-029")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-030 A commit during a read is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-030")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-031 What is missing is asked for when the network is back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-031")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `OPEN-032 The divider counts what the first catch-up brings`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "OPEN-032")
  }
}
