/// The traits of a server, as its transport declares them. The engine knows no server by name.
public struct SyncServer: Hashable, Sendable {
  /// The streams that exist from the beginning. One with the name `live-ends` is ignored: the
  /// engine keeps a mark of its own there.
  public var streams: [StreamID: StreamTraits]
  /// The traits of every stream that an update or the store mentions first; `nil` if there are no
  /// others.
  public var otherStreams: StreamTraits?
  /// The maximum number of messages that the server returns in one page; 1…``Limits/page``.
  public var historyLimit = 50
  /// Whether a page of history holds every message that still exists in its range. If so, a stored
  /// message that the server returned before, and that the page does not contain, was deleted.
  ///
  /// Pages then wait until the main stream has a token: what changes after a page is told from the
  /// first token on (`SYNC-094`).
  ///
  /// Where such a server leaves news out, because it forgot a token for instance, it tells no
  /// changes of what is stored already. They are found when that range is read again (`SYNC-041`).
  public var absenceMeansDeletion = false
  /// Whether the server's lists alone give the order of messages, because its times may repeat or
  /// run backwards. Positions are then made here, from the order of the items, over answers and
  /// updates, so an update must not be older than an answer. ``absenceMeansDeletion`` then has no
  /// effect.
  public var givesLists = false
  /// Whether ids in messages of others were minted by their senders, and the server lets nobody use
  /// the id of another message. If not, such ids are left out: see ``ReceivedMessage/id``.
  public var vouchesForKeys = false

  public init(
    streams: [StreamID: StreamTraits] = [.main: .polled], otherStreams: StreamTraits? = nil
  ) {
    self.streams = streams
    self.otherStreams = otherStreams
  }
}

/// The traits of a stream.
public struct StreamTraits: Hashable, Sendable {
  /// How news arrives.
  public enum Arrival: Hashable, Sendable {
    /// By requests: the server holds a request until there is something new (long polling).
    case polled
    /// On the connection, in updates whose ``SyncUpdate/span`` shows whether one is missing. The
    /// tokens are the numbers.
    case numbered
    /// On the connection, in updates that do not show what was missed without a connection: a
    /// request after each connection finds it. An update that gets lost on an open connection is
    /// found by the next answer that is not limited, at the latest after ``SyncPolicy/quietLimit``.
    case pushed
  }

  public var arrival: Arrival
  /// The maximum number of events that the server returns in one answer; at least 1.
  public var limit = 100
  /// Whether an answer reports edits and deletions, or only new messages. In the second case, the
  /// conversations on the screen are requested again after each catch-up.
  public var tellsChanges = true

  public init(_ arrival: Arrival) { self.arrival = arrival }

  public static let polled = StreamTraits(.polled)
  public static let numbered = StreamTraits(.numbered)
  public static let pushed = StreamTraits(.pushed)
}

/// The settings of syncing, where products differ. All times are milliseconds.
public struct SyncPolicy: Hashable, Sendable {
  /// When to try again after a failure. Its ages and codes are not used here.
  public var retry = RetryPolicy()
  /// How long to wait for an answer, beyond the time that the server may hold the request; also how
  /// long the connection may take to open.
  public var requestLimit: Int64 = 30_000
  /// How long the server may hold a request when there is nothing new.
  public var pollWait: Int64 = 30_000
  /// Answers that come sooner than this after their request are *quick*.
  public var pause: Int64 = 1_000
  /// After so many quick answers in a row a stream is asked at most once in a ``pause``.
  public var quickAnswers = 1_000
  /// A connection on which nothing came for so long counts as lost; `nil` for never.
  public var silenceLimit: Int64? = 60_000
  /// A stream of ``SyncServer/streams`` for which nothing came on an open connection for so long is
  /// asked; `nil` for never.
  public var quietLimit: Int64? = 900_000
  /// How long a missing number may be in flight before the missing range is requested.
  public var reorderWait: Int64 = 500
  /// How many updates a stream keeps while it cannot store them. If there are more, it drops them,
  /// and the next request fetches them.
  public var bufferLimit = 1_000
  /// How many requests are in flight at once, without those that the server may hold.
  public var questionsAtOnce = 4
  /// How long the first request of a connection waits until everything unsent is sent.
  public var outboxWait: Int64 = 5_000
  /// How long a conversation is on the screen before its newest page is requested again; `nil` for
  /// never.
  public var maintenanceDelay: Int64? = 2_000
  /// How many pages of a gap may come without a message before its callers get an answer.
  public var emptyPages = 10
  /// How often a page is requested again because the store has changed in the meantime.
  public var restarts = 5
  /// After so many answers in a row that go back to an earlier number, a stream is reset.
  public var patience = 3
  /// How many streams the engine handles. An update of a further stream is ignored.
  public var streamLimit = 10_000
  /// How long a refused stream is left alone, unless there is a new connection before.
  public var refusedPause: Int64 = 900_000
  /// The owner's reading is reported at most once in such an interval, in each conversation.
  public var readInterval: Int64 = 1_000
  /// How long somebody is shown as typing after the server last reported it.
  public var typingShown: Int64 = 7_000
  /// How many people are shown as typing, over all conversations; more are left out.
  public var typingLimit = 200
  /// The interval at which own typing is reported; shorter than the time for which others show it.
  public var typingInterval: Int64 = 4_000
  /// How long after the last key the owner counts as stopped.
  public var typingPause: Int64 = 5_000
  /// The time at which somebody was last seen is updated at most once in such an interval.
  public var seenInterval: Int64 = 10_000
  /// For how many people the last-seen time is kept: for those who were seen most recently.
  public var seenLimit = 1_000
  /// How many problems are kept to be shown.
  public var problemLimit = 64

  public init() {}
}
