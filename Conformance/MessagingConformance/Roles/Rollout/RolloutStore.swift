internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A store of messages `s1`, `s2` and so on, and pages of it as a screen reads them.
struct RolloutStore: Sendable {
  enum Purpose: Sendable { case newest, older }

  private static let conversation: ConversationID = "k1"
  private let screen: any RolledOut
  private var repository: (any MessageRepository)?
  private var paging: (any MessageRepository)?
  private var count = 0
  /// The oldest message that was read.
  private var oldest: Position?
  private(set) var page: [String] = []

  init(_ screen: any RolledOut) { self.screen = screen }

  /// So many more messages are stored, newer than all.
  mutating func keep(_ more: Int) async throws {
    if repository == nil {
      let store = try await InMemoryRepository(owner: "me")
      (repository, paging) = (store, screen.paging(store))
    }
    let new = (count + 1)...(count + max(1, more))
    count += new.count
    _ = try await repository?.apply(
      new.map { number in
        .receive(
          ReceivedMessage(
            conversation: Self.conversation, position: RolloutWord.position(number),
            sender: "ann", body: .text("a")))
      })
  }

  mutating func read(_ purpose: Purpose, _ limit: Int) async throws {
    guard let paging else { throw ScriptError("nothing is stored") }
    let kind: Query.Kind
    switch (purpose, oldest) {
    case (.newest, _), (.older, nil): kind = .newest
    case (.older, let position?):
      kind = .older(than: PageCursor(conversation: Self.conversation, position: position))
    }
    let found = try await paging.read(
      Query(kind, in: Self.conversation, limit: limit, crossesGaps: true))
    page = found.messages.compactMap { $0.remoteID?.text.string }
    if let first = found.messages.first?.position, first < oldest ?? first || oldest == nil {
      oldest = first
    }
  }
}
