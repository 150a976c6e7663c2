// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `PROG How far sending is as a whole` {
  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-001 A photo is more than a word`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-001")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-002 It does not run back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-002")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-003 A failure is no progress`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-003")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-004 What waits for somebody is not on its way`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-004")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-005 A full bar is seen, and goes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-005")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-006 Full means sent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-006")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-007 After everything comes a new measure`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-007")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-008 Nearly is not full`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-008")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-009 A change counts, too`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-009")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-010 Any outbox, the same number`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-010")
  }
}
