// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `LIST A list of conversations` {
  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-001 The first update is complete`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-001")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-002 Nothing is shown before it is read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-002")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-003 What was said last is on top`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-003")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-004 An unsent message is the newest`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-004")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-005 What is said about a message moves nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-005")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-006 Without its last message a conversation shows the one before, at its`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-006")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-007 What is deleted with a row is shown as deleted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-007")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-008 A preview has a row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-008")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-009 Hiding takes effect at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-009")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-010 A preview follows edits`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-010")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-011 What is unread is what the store counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-011")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-012 An own message says how far it is`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-012")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-013 One commit is one update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-013")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-014 Where nothing changes, there is no update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-014")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-015 A slow screen gets the last state`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-015")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-016 The difference leads from what the screen took last`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-016")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-017 Only what a commit names is read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-017")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-018 A commit is not shown by half`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-018")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-019 A store that fails changes nothing that is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-019")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-020 One that cannot be read does not hold up the others`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-020")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-021 What could not be read is read again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-021")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-022 What becomes known is listed, also without a message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-022")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-023 What is forgotten is gone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-023")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-024 Few reads at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-024")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-025 It looks as far as it has to`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-025")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-026 All of it at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-026")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-027 A page in the wrong order makes no other list`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-027")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-028 After the end nothing happens`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-028")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-029 A commit that nobody knows is asked for once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-029")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-030 An update says which commit it shows`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-030")
  }
}
