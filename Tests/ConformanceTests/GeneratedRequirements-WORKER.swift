// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `WORKER The worker that sends` {
  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-001 One run at a time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-001")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-002 A closed store ends it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-002")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-003 What was paused before is paused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-003")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-004 It can begin again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-004")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-005 Who is stopped, stops`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-005")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-010 A request that is given up is cancelled`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-010")
  }
}
