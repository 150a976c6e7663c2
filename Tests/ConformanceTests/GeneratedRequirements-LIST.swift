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
  func `LIST-003 The conversation with the newest message is on top`(
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
  func `LIST-005 A change to a message does not move its conversation`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-005")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-006 Without its last message a conversation moves to the one before`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-006")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-007 A deletion with a row is shown as deleted`(
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
  func `LIST-011 The unread count is the store's`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-011")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-012 An own message shows its delivery state`(
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
  func `LIST-014 Without a visible change there is no update`(
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
  func `LIST-016 The diff starts at what the screen took last`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-016")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-017 Only changed conversations are read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-017")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-018 A commit is not shown half`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-018")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-019 A failing store leaves what is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-019")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-020 One unreadable conversation does not delay the others`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-020")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-021 A failed read is repeated`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-021")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-022 A stored conversation is listed, even without a message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-022")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-023 A forgotten conversation is not listed`(
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
  func `LIST-025 The preview is searched within bounds`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-025")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-026 After any history the list is right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-026")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-027 The order within a page does not matter`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-027")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-028 After closing nothing happens`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-028")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-029 An unknown commit is asked for once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-029")
  }

  @Test(arguments: subjectNames(playing: .conversations))
  func `LIST-030 An update names the commit it shows`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LIST-030")
  }
}
