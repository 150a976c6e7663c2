// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `ACT What a person does to a message` {
  @Test(arguments: subjectNames(playing: .acting))
  func `ACT-001 A retry is about what failed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ACT-001")
  }

  @Test(arguments: subjectNames(playing: .acting))
  func `ACT-002 Cancelling takes back what is unsent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ACT-002")
  }

  @Test(arguments: subjectNames(playing: .acting))
  func `ACT-003 An edit is written if it changes something`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ACT-003")
  }

  @Test(arguments: subjectNames(playing: .acting))
  func `ACT-004 New words leave the rest`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ACT-004")
  }

  @Test(arguments: subjectNames(playing: .acting))
  func `ACT-005 Deleting works before and after sending`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ACT-005")
  }

  @Test(arguments: subjectNames(playing: .acting))
  func `ACT-006 Reactions are added and removed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ACT-006")
  }

  @Test(arguments: subjectNames(playing: .acting))
  func `ACT-007 Reading says whether it was news`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ACT-007")
  }

  @Test(arguments: subjectNames(playing: .acting))
  func `ACT-008 After any actions the store shows what they said`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ACT-008")
  }
}
