// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `ENGINE The engine that syncs` {
  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-001 One run at a time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-001")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-002 A closed store ends it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-002")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-003 It can begin again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-003")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-004 Who is stopped, stops`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-004")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-005 Nobody waits for a run that has ended`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-005")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-006 A question that is given up is cancelled`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-006")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-007 A connection that is given up is closed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-007")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-008 What comes on a former connection is not heard`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-008")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-009 What comes while a batch is stored is heard`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-009")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-010 Callers hear of what is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-010")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-011 Callers of one gap share a request`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-011")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-012 Who gives up is let go`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-012")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-013 Who begins to follow is told how it stands`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-013")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-014 When it has left, nothing is under way`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-014")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-015 Who has left does not come back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-015")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-016 It wakes at the earliest moment that matters`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-016")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-017 What was opened before is open`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-017")
  }
}
