// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `GAP History known to be missing` {
  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-001 A new conversation is one gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-001")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-002 A live message closes nothing below it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-002")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-003 Overlapping gaps are one gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-003")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-004 A page closes what it covers`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-004")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-005 A read does not cross a gap unnoticed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-005")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-006 Gaps are stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-006")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-007 A gap keeps its token`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-007")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-008 An empty answer is not the start`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-008")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-009 An empty page with a token continues`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-009")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-010 A page joins only what it says it joins`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-010")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-011 A page of known messages opens no gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-011")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-012 After clearing the history everything is missing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-012")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-013 An acknowledgement closes no gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-013")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-020 No gap between own messages in an unknown conversation`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-020")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-021 After the server's first message gaps beside own messages show`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-021")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-022 A gap that grows to the live end drops its token`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-022")
  }
}
