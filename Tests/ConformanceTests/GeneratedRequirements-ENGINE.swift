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
  func `ENGINE-002 Closing the store ends the run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-002")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-003 An engine can run again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-003")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-004 Cancelling stops the run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-004")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-005 When a run ends, its callers are answered`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-005")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-006 A request that is given up is cancelled`(
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
  func `ENGINE-008 Events of a closed connection are ignored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-008")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-009 An update during a commit is stored, too`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-009")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-010 Callers are answered after the commit`(
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
  func `ENGINE-012 A cancelled caller returns at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-012")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-013 A new follower receives the present state`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-013")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-014 Signing out waits for the commit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-014")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-015 After signing out the engine does not run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-015")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-016 A nearer deadline wakes the engine`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-016")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-017 A conversation opened before the run is refreshed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-017")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-018 A stopped engine is not live`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-018")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-019 A stopped engine shows nobody as typing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-019")
  }

  @Test(arguments: subjectNames(playing: .engine))
  func `ENGINE-020 A run beside a cancelled one comes next`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ENGINE-020")
  }
}
