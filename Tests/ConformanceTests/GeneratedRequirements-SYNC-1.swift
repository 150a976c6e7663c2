// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SYNC-1 What a server says reaches the store` {
  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-001 Catching up begins where the store ends`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-001")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-002 The token is stored with what it covers`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-002")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-003 An update that does not join waits`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-003")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-004 What is known is not stored again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-004")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-005 A missing number is asked for after a moment`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-005")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-006 What is left out is a gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-006")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-007 A gap keeps the word that fills it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-007")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-008 One refused conversation does not stop the others`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-008")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-009 An unknown token loses nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-009")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-010 A token replaces only the one that it was asked with`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-010")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-011 Tokens come from the server`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-011")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-012 News of a conversation that nobody knew`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-012")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-013 Each stream has a token of its own`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-013")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-014 What is not complete is asked on`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-014")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-015 What is stored of a catch-up stays stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-015")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-016 No more is asked for than the server gives`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-016")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-017 Answers that lead nowhere are not asked for without a pause`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-017")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-018 A silent connection is taken for gone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-018")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-019 Any sign of life counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-019")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-020 After a sleep nothing is trusted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-020")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-021 Each failure waits longer`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-021")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-022 Waits are not the same for everybody`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-022")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-023 The server's own wait is kept`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-023")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-024 Whom the server does not know keeps everything and asks nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-024")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-025 A key is believed in our own messages alone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-025")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-026 A server that vouches is believed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-026")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-027 What nobody can make sense of holds up nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-027")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-028 What is too large keeps its place`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-028")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-029 What is about another conversation is left out`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-029")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-030 An answer about another stream is none`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-030")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-031 One page of a gap is in flight, for all who want it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-031")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-032 A page of a history that was cleared is not stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-032")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-033 A page that failed can be asked for again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-033")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-034 What cannot be filled is a state`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-034")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-035 A page of another conversation is none`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-035")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-036 Pages without a message do not go on for ever`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-036")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-037 A page that brings nothing new is a failure`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-037")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-038 A wish that is taken back is answered no more`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-038")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-039 Without a network callers hear so at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-039")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-040 What is not there any more was deleted, where pages say so`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-040")
  }
}
