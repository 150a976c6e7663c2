/// What a server is like, as its transport declares it. The engine knows no server by name.
public struct SyncServer: Hashable, Sendable {
  /// The streams that there are from the beginning.
  public var streams: [StreamID: StreamTraits]
  /// What a stream is like that an update, or the store, mentions first; `nil` if there are no
  /// others.
  public var otherStreams: StreamTraits?
  /// The most messages that it gives in one page of history; 1…``Limits/page``.
  public var historyLimit = 50
  /// Whether a page of history holds every message that still exists in its range: one that is
  /// stored as shown by the server, and is not there any more, was deleted.
  public var absenceMeansDeletion = false
  /// Whether the order of messages is that of the server's lists alone, and its times may repeat or
  /// run backwards: places are then made here, from the order of the items, over answers
  /// and updates, so an update must not be older than an answer. ``absenceMeansDeletion``
  /// does not go with it.
  public var givesLists = false
  /// Whether the id of a message of somebody else was minted by its sender, and the server lets
  /// nobody use that of another message. If not, such ids are left out: see ``ReceivedMessage/id``.
  public var vouchesForKeys = false

  public init(
    streams: [StreamID: StreamTraits] = [.main: .polled], otherStreams: StreamTraits? = nil
  ) {
    self.streams = streams
    self.otherStreams = otherStreams
  }
}

/// What a stream is like.
public struct StreamTraits: Hashable, Sendable {
  /// How news arrives.
  public enum Arrival: Hashable, Sendable {
    /// By asking: the server keeps the question until there is something (long polls).
    case polled
    /// On the connection, in updates whose ``SyncUpdate/span`` shows whether one is missing. Tokens
    /// are their numbers.
    case numbered
    /// On the connection, in updates that promise nothing about what was missed without one: a
    /// question after each connection tells. One that gets lost on an open connection is found by
    /// the next answer that is not limited, at the latest after ``SyncPolicy/quietLimit``.
    case pushed
  }

  public var arrival: Arrival
  /// The most events that it gives in one answer; at least 1.
  public var limit = 100
  /// Whether an answer tells of what was edited and deleted, or of new messages alone. Of the
  /// latter the conversations on the screen are read again after each catch-up.
  public var tellsChanges = true

  public init(_ arrival: Arrival) { self.arrival = arrival }

  public static let polled = StreamTraits(.polled)
  public static let numbered = StreamTraits(.numbered)
  public static let pushed = StreamTraits(.pushed)
}

/// How syncing behaves where products differ. All times are milliseconds.
public struct SyncPolicy: Hashable, Sendable {
  /// When to ask again what came to nothing; ages and codes do not matter here.
  public var retry = RetryPolicy()
  /// How long an answer is waited for, beyond what the server may keep the question; also how long
  /// the connection may take to open.
  public var requestLimit: Int64 = 30_000
  /// How long the server may keep a question when there is nothing new.
  public var pollWait: Int64 = 30_000
  /// Answers that come sooner than this after their question are *quick*.
  public var pause: Int64 = 1_000
  /// After so many quick answers in a row a stream is asked at most once in a ``pause``.
  public var quickAnswers = 1_000
  /// A connection on which nothing was heard for so long is taken for gone; `nil` for never.
  public var silenceLimit: Int64? = 60_000
  /// A stream of ``SyncServer/streams`` of which an open connection tells nothing for so long is
  /// asked; `nil` for never.
  public var quietLimit: Int64? = 900_000
  /// How long a missing number may be in flight before the difference is asked for.
  public var reorderWait: Int64 = 500
  /// Updates that a stream keeps while it cannot store them; more are left to the next question.
  public var bufferLimit = 1_000
  /// How many questions are in flight at once, those that the server keeps left out.
  public var questionsAtOnce = 4
  /// How long the first question of a connection waits for what is unsent to be sent.
  public var outboxWait: Int64 = 5_000
  /// How long a conversation is on the screen before its newest page is read again; `nil` for
  /// never.
  public var maintenanceDelay: Int64? = 2_000
  /// How many pages of a gap may come without a message before its callers are answered.
  public var emptyPages = 10
  /// How often a page is asked for again because the conversation was reset meanwhile.
  public var restarts = 5
  /// After so many answers in a row that go back to an earlier number a stream begins anew.
  public var patience = 3
  /// How many streams are looked after; an update of one more is left out.
  public var streamLimit = 10_000
  /// How long a refused stream is left alone, unless there is a new connection before.
  public var refusedPause: Int64 = 900_000
  /// The owner's reading is reported at most once in such an interval, in each conversation.
  public var readInterval: Int64 = 1_000
  /// How long somebody is shown as typing after the server last said so.
  public var typingShown: Int64 = 7_000
  /// How many people are shown as typing, over all conversations; more are left out.
  public var typingLimit = 200
  /// Own typing is reported once in such an interval; shorter than others show it.
  public var typingInterval: Int64 = 4_000
  /// How long after the last key the owner has stopped.
  public var typingPause: Int64 = 5_000
  /// The time at which somebody was last seen is updated at most once in such an interval.
  public var seenInterval: Int64 = 10_000
  /// For how many people the time of last sight is kept: for those who were seen last.
  public var seenLimit = 1_000
  /// How many problems are kept to be shown.
  public var problemLimit = 64

  public init() {}
}
