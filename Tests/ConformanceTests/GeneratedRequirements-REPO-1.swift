// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `REPO-1 What a store keeps and promises` {
  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-001 What was accepted survives the process`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-001")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-002 Every field of an accepted message survives`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-002")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-003 The delivery state is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-003")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-004 A refused batch leaves nothing behind`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-004")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-005 A crash leaves the state before or the state after`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-005")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-006 A batch of known facts changes nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-006")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-007 Cancelling does not tear a batch`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-007")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-008 The reason of a failure is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-008")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-009 Conversations do not touch each other`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-009")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-010 A file's path is relative`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-010")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-011 The local file is kept beside the remote one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-011")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-012 Any string is data`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-012")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-013 An unknown kind is kept`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-013")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-014 Only the author or a moderator changes a message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-014")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-015 A change without meaning is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-015")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-016 A deleted message has no content`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-016")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-017 A deleted message does not come back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-017")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-018 A deletion may come before its message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-018")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-019 A cancelled message does not return`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-019")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-020 Reactions are a set`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-020")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-021 An unsent change shows at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-021")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-022 The outbox keeps the order of acceptance`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-022")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-023 A page carries what it quotes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-023")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-024 A forgotten conversation leaves nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-024")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-025 Clearing the history keeps what cannot be fetched again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-025")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-026 A damaged conversation is rebuilt, the others are not touched`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-026")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-027 One batch is one commit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-027")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-028 A commit says what kind of thing changed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-028")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-029 A burst of receipts is one notification`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-029")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-030 Limits are exact`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-030")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-031 Two handles see one store`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-031")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-032 A closed store says so`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-032")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-033 Writers take turns`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-033")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-034 An observer starts with the current revision`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-034")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-035 A slow observer misses nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-035")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-036 The sync token is stored with what it covers`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-036")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-037 A newer version opens what an older one stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-037")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-038 A retry keeps the message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-038")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-039 A late failure does not undo a sent message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-039")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-040 A missing message cannot be changed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-040")
  }
}
