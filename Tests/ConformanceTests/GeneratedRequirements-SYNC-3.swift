// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SYNC-3 What a server says reaches the store` {
  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-085 A message from before an interruption ends no gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-085")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-086 A late answer is ignored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-086")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-087 An older answer does not close a gap below a newer one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-087")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-088 A page leaves open what was missing when it was requested`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-088")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-089 A quiet stream is requested now and then`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-089")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-090 A message of unknown position is not placed above a page`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-090")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-091 Of two newest pages the older request is dropped`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-091")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-092 A stored page also counts in the next run of the process`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-092")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-093 A first catch-up in chunks counts as a whole`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-093")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-094 A page of current messages waits for the first token`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-094")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-095 What contradicts itself is not stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-095")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-096 What people do is bounded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-096")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-097 An answer longer than a page is stored whole`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-097")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-098 A page whose token is lost is requested by position`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-098")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-099 A rejection of old credentials stops nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-099")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-100 What has arrived does not wait for a request`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-100")
  }
}
