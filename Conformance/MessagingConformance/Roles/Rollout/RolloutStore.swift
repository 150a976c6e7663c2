internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A store with messages `s1`, `s2` and so on in each conversation, and a screen's reads of it.
struct RolloutStore: Sendable {
  enum Purpose: Hashable, Sendable {
    case newest, older
    case around(Int)
  }

  private let screen: any RolledOut
  /// Whether older pages are read in both ways.
  private let isDual: Bool
  private var bare: (any MessageRepository)?
  private var troubled: TroubledStore?
  private var paging: (any MessageRepository)?
  private var counts: [ConversationID: Int] = [:]
  /// The lowest position of each list that was read.
  private var oldest: [RolloutScope: Position] = [:]
  private let verdicts = Locked<[PageVerdict]>([])
  /// The result of the last read, and the verdicts that were reported for it.
  private(set) var page: [String] = []
  private(set) var reports: [PageVerdict] = []

  init(_ screen: any RolledOut, isDual: Bool) { (self.screen, self.isDual) = (screen, isDual) }

  private mutating func opened() async throws -> any MessageRepository {
    if let bare { return bare }
    let store = try await InMemoryRepository(owner: "me")
    let below = TroubledStore(store)
    (bare, troubled) = (store, below)
    paging =
      isDual
      ? screen.pagingInBothWays(below) { [verdicts] verdict in
        verdicts.withLock { $0.append(verdict) }
      } : screen.paging(below)
    return store
  }

  // MARK: - What is stored

  /// Stores this many more messages, newer than all others.
  mutating func keep(_ more: Int, in list: RolloutScope) async throws {
    let (store, conversation) = (try await opened(), list.conversation)
    let count = counts[conversation] ?? 0
    counts[conversation] = count + max(1, more)
    let first = count == 0 ? [RolloutScope.complete(conversation)] : []
    _ = try await store.apply(
      first + (count + 1...count + max(1, more)).map { list.message($0) })
  }

  mutating func delete(_ numbers: [Int]) async throws {
    _ = try await opened().apply(numbers.map(RolloutScope.deletion))
  }

  mutating func lose(between lower: Int, and upper: Int) async throws {
    let gap = Gap(after: RolloutWord.position(lower), before: RolloutWord.position(upper))
    _ = try await opened().apply([.openGap("k1", gap)])
  }

  // MARK: - Troubles of the next page

  mutating func fail(below numbers: [Int]?) async throws {
    _ = try await opened()
    troubled?.troubles.withLock {
      $0.failsAll = numbers == nil
      $0.failing = Set((numbers ?? []).map { .confirmed(RolloutWord.position($0)) })
    }
  }

  /// Makes a message arrive after this many reads.
  mutating func arrive(after reads: Int) async throws {
    _ = try await opened()
    let number = (counts["k1"] ?? 0) + 1
    counts["k1"] = number
    troubled?.troubles.withLock {
      $0.arrival = (reads, RolloutScope.conversation("k1").message(number))
    }
  }

  // MARK: - Pages

  mutating func read(
    _ purpose: Purpose, _ limit: Int, of list: RolloutScope, crossesGaps: Bool
  ) async throws {
    guard let paging else { throw ScriptError("nothing is stored") }
    let kind: Query.Kind
    switch (purpose, oldest[list]) {
    case (.newest, _), (.older, nil): kind = .newest
    case (.around(let number), _): kind = .around(.remote(RemoteID("s\(number)")))
    case (.older, let position?):
      kind = .older(than: PageCursor(conversation: list.conversation, position: position))
    }
    let before = purpose == .older ? oldest[list] : nil
    do throws(RepositoryError) {
      let found = try await paging.read(
        Query(
          kind, in: list.conversation, limit: limit, crossesGaps: crossesGaps, scope: list.scope))
      page = found.messages.compactMap { $0.remoteID?.text.string }
      oldest[list] = [before, found.messages.first?.position].compactMap(\.self).min()
    } catch {
      page = ["failed:\(error.code.rawValue)"]
    }
    troubled?.troubles.withLock { $0 = TroubledStore.Troubles() }
    reports = verdicts.withLock { verdicts in
      defer { verdicts = [] }
      return verdicts
    }
  }
}

/// A list that a screen shows: a conversation, or the thread under `s1` of `k1`.
enum RolloutScope: Hashable, Sendable {
  case conversation(ConversationID)
  case thread

  init?(_ word: String) {
    switch word {
    case "thread": self = .thread
    case "k1", "k2": self = .conversation(ConversationID(word))
    default: return nil
    }
  }

  var conversation: ConversationID {
    switch self {
    case .conversation(let id): id
    case .thread: "k1"
    }
  }

  var scope: MessageScope {
    switch self {
    case .conversation: .everything
    case .thread: .thread(.remote("s1"))
    }
  }

  /// The change with which a message of this list arrives.
  func message(_ number: Int) -> Change {
    .receive(
      ReceivedMessage(
        conversation: conversation, position: RolloutWord.position(number),
        id: MessageID(high: 1, low: UInt64(number)), sender: "ann", body: .text("a"),
        threadRoot: self == .thread ? .remote("s1") : nil))
  }

  /// The change that makes a conversation complete.
  static func complete(_ conversation: ConversationID) -> Change {
    .page(
      HistoryPage(conversation: conversation, messages: [], reach: .live, reachesStart: true))
  }

  /// The change that deletes a message of `k1` and leaves no row.
  static func deletion(_ number: Int) -> Change {
    .relate(
      Relation(
        conversation: "k1", target: .remote(RemoteID("s\(number)")), author: "ann",
        action: .delete(isModerator: false, leavesRow: false)))
  }
}
