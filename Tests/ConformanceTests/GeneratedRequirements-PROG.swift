// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `PROG How far sending is as a whole` {
  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-001 Work is weighed in bytes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-001")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-002 The number does not go back`(
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
  func `PROG-004 Blocked work does not count`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-004")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-005 A full bar is shown for a moment`(
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
  func `PROG-007 After everything is sent a new measure starts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-007")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-008 Nearly done is not full`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-008")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-009 Changes count, too`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-009")
  }

  @Test(arguments: subjectNames(playing: .progress))
  func `PROG-010 After any history the number is right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PROG-010")
  }
}
