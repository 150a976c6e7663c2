// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `FETCH The worker that downloads` {
  @Test(arguments: subjectNames(playing: .fetching))
  func `FETCH-001 One run at a time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FETCH-001")
  }

  @Test(arguments: subjectNames(playing: .fetching))
  func `FETCH-002 A download worker can run again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FETCH-002")
  }

  @Test(arguments: subjectNames(playing: .fetching))
  func `FETCH-003 Wishes from before a run hold`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FETCH-003")
  }

  @Test(arguments: subjectNames(playing: .fetching))
  func `FETCH-004 Cancelling ends the downloads of a run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FETCH-004")
  }

  @Test(arguments: subjectNames(playing: .fetching))
  func `FETCH-005 Signing out waits for the disk`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FETCH-005")
  }

  @Test(arguments: subjectNames(playing: .fetching))
  func `FETCH-006 A new observer of downloads receives the present state`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FETCH-006")
  }

  @Test(arguments: subjectNames(playing: .fetching))
  func `FETCH-007 A part is closed when its download ends`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FETCH-007")
  }

  @Test(arguments: subjectNames(playing: .fetching))
  func `FETCH-008 Each byte is written once, in its place`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FETCH-008")
  }

  @Test(arguments: subjectNames(playing: .fetching))
  func `FETCH-009 After a run nothing is shown as in flight`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "FETCH-009")
  }
}
