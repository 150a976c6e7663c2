// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `GAP History known to be missing` {
  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-001 Of a new conversation everything is missing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-001")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-002 A live message is the new end, and proves nothing below it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-002")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-003 Gaps that overlap are one gap`(
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
  func `GAP-005 No read walks over a gap in silence`(
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
  func `GAP-007 A gap knows what fills it`(
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
  func `GAP-009 An empty answer with a token goes on`(
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
  func `GAP-011 What is known does not become missing`(
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
  func `GAP-020 Between one's own first words nothing is missing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-020")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-021 The server's first word tells what is missing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-021")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `GAP-022 A token does not know of what is missed later`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "GAP-022")
  }
}
