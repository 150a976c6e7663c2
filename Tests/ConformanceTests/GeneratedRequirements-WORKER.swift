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
  func `WORKER-002 Closing the store ends the run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-002")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-003 A pause before the run holds`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-003")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-004 A worker can run again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-004")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-005 Cancelling stops the run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-005")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-010 A request over its time limit is cancelled`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-010")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-011 A stopped upload does not end the next one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-011")
  }

  @Test(arguments: subjectNames(playing: .worker))
  func `WORKER-012 A run beside a cancelled one comes next`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WORKER-012")
  }
}
