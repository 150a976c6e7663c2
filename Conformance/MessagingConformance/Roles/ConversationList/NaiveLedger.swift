internal import MessagingCore
internal import MessagingModel

/// The stored conversations, and the last commit that changed each. It compares each conversation
/// as a whole with its state before.
struct NaiveLedger: Sendable {
  private var story: NaiveStory
  private(set) var revision = Revision.zero
  private var newest: [ConversationID: Revision] = [:]
  private var lastForgotten = Revision.zero
  /// Everything that is stored of each conversation.
  private var pages: [ConversationID: Snapshot] = [:]

  init(owner: ParticipantID) {
    story = NaiveStory(owner: owner)
  }

  /// - Returns: why it was refused; `nil` if it was applied.
  mutating func apply(_ changes: [Change]) -> RepositoryError.Code? {
    var told = story
    for change in changes {
      if let refusal = told.tell(change) { return refusal }
    }
    story = told
    var now = pages.filter { told.chats[$0.key] != nil }
    for id in told.chats.keys
    where now[id] == nil || changes.contains(where: { $0.concerns(id) }) {
      now[id] = told.read(Query(.newest, in: id, limit: Limits.page, crossesGaps: true))
    }
    guard now != pages else { return nil }
    revision = revision.next
    for id in now.keys where now[id] != pages[id] { newest[id] = revision }
    if pages.keys.contains(where: { now[$0] == nil }) { lastForgotten = revision }
    pages = now
    return nil
  }

  /// Commits without a visible change.
  ///
  /// - Returns: whether the conversation exists.
  mutating func touch(_ conversation: ConversationID) -> Bool {
    guard pages[conversation] != nil else { return false }
    revision = revision.next
    newest[conversation] = revision
    return true
  }

  /// The newest messages of each conversation, across gaps.
  var newestPages: [ConversationID: Snapshot] { pages }

  func read(_ query: Query) -> Snapshot {
    var page = story.read(query)
    let id = query.conversation
    page.revision = id.flatMap { pages[$0] == nil ? nil : newest[$0] } ?? lastForgotten
    return page
  }

  func changed(after start: Revision?) -> ChangedConversations {
    let isWhole = start.map { $0 < lastForgotten } ?? true
    var changed: [ConversationID: Revision] = [:]
    for id in pages.keys {
      let own = newest[id] ?? .zero
      if isWhole || start.map({ $0 < own }) ?? true { changed[id] = own }
    }
    return ChangedConversations(revision: revision, conversations: changed, isWhole: isWhole)
  }
}
