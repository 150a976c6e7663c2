// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SYNC-3 What a server says reaches the store` {
  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-085 What was told before something was missed ends no gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-085")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-086 A late answer is none`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-086")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-087 An older answer does not hide what a page left open`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-087")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-088 A page leaves open what was missing when it was asked for`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-088")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-089 A quiet stream is asked now and then`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-089")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-090 What may lie below a page is not put on top of it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-090")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-091 Of two pages of the newest messages the older one hides nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-091")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-092 A page outlives the process that stored it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-092")
  }
}
