// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `REPO-3 What a store keeps and promises` {
  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-092 A local file is shown for its own file alone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-092")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-093 A store that lost its own record loses nothing unsent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-093")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-094 A store without its files accepts nothing in vain`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-094")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-095 What was read from an outbox may have left`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-095")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-096 News of another handle comes without a read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-096")
  }
}
