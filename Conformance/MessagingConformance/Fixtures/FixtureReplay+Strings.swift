internal import MessagingCore
internal import MessagingModel

// Writes each string in every place that takes one. It must come back with the same bytes, and a
// change for one string must not affect the rows of another.
extension FixtureReplay {
  func run(_ strings: StringsFixture, named name: String) async throws {
    let repository = try await open()
    let texts = strings.entries.map(\.text)
    let names = texts.filter { $0.byteCount > 0 }
    _ = try await repository.apply(texts.flatMap(changes))
    for text in texts { try await check(text, repository, name) }
    let chat = HistoryFixture.conversation
    for isOdd in [false, true] {
      let touched = names.enumerated().filter { ($0.offset % 2 == 1) == isOdd }.map(\.element)
      _ = try await repository.apply(touched.map { edit($0, of: chat) })
      let rows = try await snapshot(of: chat, repository).messages
      let edited = rows.filter { $0.body == .text("edited") }.compactMap(\.remoteID?.text)
      try FixtureReplay.compare(edited, isOdd ? names : touched, "\(name), edited rows")
    }
    _ = try await repository.apply(texts.map { .forget(ConversationID($0)) })
    let left = try await snapshot(of: chat, repository).messages.compactMap(\.remoteID?.text)
    try FixtureReplay.compare(left, names, "\(name), other conversations forgotten")
    await repository.close()
  }

  /// Returns the changes for a string: a message named after it in the common conversation, unless
  /// it is empty; a message with a reaction in the string's own conversation; and a stream with a
  /// token.
  private func changes(around text: ExactString) -> [Change] {
    let own = ConversationID(text)
    let name = StringsFixture.name(text)
    let common = text.byteCount > 0 ? [received(text, in: HistoryFixture.conversation)] : []
    return common + [
      received(name, in: own),
      .relate(
        Relation(
          conversation: own, target: .remote(RemoteID(name)), author: ParticipantID(text),
          action: .react(text))),
      .advance(StreamID(text), from: nil, to: SyncToken(text)),
    ]
  }

  private func edit(_ text: ExactString, of conversation: ConversationID) -> Change {
    .relate(
      Relation(
        conversation: conversation, target: .remote(RemoteID(text)), author: ParticipantID(text),
        version: Version(order: 1, id: text), action: .edit(.text("edited"))))
  }

  private func received(_ text: ExactString, in conversation: ConversationID) -> Change {
    .receive(
      ReceivedMessage(
        conversation: conversation,
        position: ServerPosition(serverTime: 7, timestamp: 7, remoteID: RemoteID(text)),
        sender: ParticipantID(text), body: .text(text),
        replyTo: .remote(RemoteID(text))))
  }

  private func check(
    _ text: ExactString, _ repository: any MessageRepository, _ name: String
  ) async throws {
    let place = "\(name), conversation \(text.canonicalText.prefix(80))"
    let expected = StringsFixture.name(text)
    let snapshot = try await snapshot(of: ConversationID(text), repository)
    let rows = snapshot.messages
    try FixtureReplay.compare(rows.compactMap(\.remoteID?.text), [expected], place)
    try FixtureReplay.compare(rows.map(\.body), [.text(expected)], place)
    try FixtureReplay.compare(rows.map(\.sender.text), [expected], place)
    try FixtureReplay.compare(
      rows.map { snapshot.quote(for: $0)?.remoteID?.text }, [expected], "\(place), quote")
    let reaction = Reaction(participant: ParticipantID(text), key: text)
    try FixtureReplay.compare(rows.first?.reactions ?? [], [reaction], "\(place), reactions")
  }

  private func snapshot(
    of conversation: ConversationID, _ repository: any MessageRepository
  ) async throws -> Snapshot {
    try await repository.read(
      Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true))
  }
}

extension StringsFixture {
  /// An empty string cannot be a remote id. Everywhere else it is ordinary data.
  fileprivate static func name(_ text: ExactString) -> ExactString {
    text.byteCount > 0 ? text : "empty"
  }
}
