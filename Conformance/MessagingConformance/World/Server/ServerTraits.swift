package import MessagingModel

/// The traits of a ``SimulatedServer``: one of the existing families of servers.
package struct ServerTraits: Hashable, Sendable {
  /// Who sees the key under which a device sent a message.
  package enum Audience: Hashable, Sendable { case everybody, author, device, nobody }

  /// How devices receive news. Tokens of ``StreamTraits/Arrival/numbered`` are numbers; all others
  /// are opaque.
  package var arrival: StreamTraits.Arrival
  /// Whether the order of its lists is the only order: its times repeat and decrease.
  package var givesLists = false
  /// The conversations with a stream of their own, which has their name. All others are in
  /// ``StreamID/main``.
  package var ownStreams: Set<ConversationID> = []
  /// The most events of one answer.
  package var limit = 100
  /// The most events of a conversation in an answer that leaves something out.
  package var part = 4
  /// The most events of a page of history.
  package var page = 50
  /// Whether answers contain edits, deletions and reactions, or only new messages.
  package var tellsChanges = true
  /// Whether a page of history contains only existing messages in their current state. If not, it
  /// contains the events, message by message and change by change.
  package var tellsStates = false
  /// Whether it answers a question without a token in chunks: events in their order, beginning so
  /// early that each conversation has its last ``part`` events.
  package var replays = false
  package var keysAreShownTo = Audience.everybody

  package init(_ arrival: StreamTraits.Arrival) { self.arrival = arrival }

  /// The declaration of a transport to this server.
  package var declared: SyncServer {
    var stream = StreamTraits(arrival)
    stream.limit = limit
    stream.tellsChanges = tellsChanges
    var server = SyncServer(streams: [.main: stream])
    server.otherStreams = ownStreams.isEmpty ? nil : stream
    server.historyLimit = page
    server.absenceMeansDeletion = tellsStates && !givesLists
    server.givesLists = givesLists
    return server
  }
}

/// A device of the server.
package struct ServerDevice: Hashable, Comparable, Sendable {
  package let owner: ParticipantID
  package let number: Int

  package init(_ owner: ParticipantID, _ number: Int = 1) {
    self.owner = owner
    self.number = number
  }

  package static func < (left: ServerDevice, right: ServerDevice) -> Bool {
    left.owner != right.owner ? left.owner < right.owner : left.number < right.number
  }
}

/// The faults of a server; they last until they are changed.
package struct ServerFaults: Hashable, Sendable {
  /// Every question about a stream fails with this error.
  package var answers: SyncError?
  /// Every question about history fails with this error.
  package var pages: SyncError?
  /// It withholds the events and the history of these conversations.
  package var refuses: Set<ConversationID> = []
  /// If a conversation has more than ``ServerTraits/part`` events, it returns only the last ones,
  /// and reports that something is left out. One answer then covers everything.
  package var leavesOut = false
  /// It reports every part as incomplete, whether or not anything is missing.
  package var isAlwaysLimited = false
  /// The most events of an answer, whatever it declares.
  package var chunk: Int?
  /// No answer is the last one.
  package var neverEnds = false
  /// No answer is the last one, and each one has a new token.
  package var leadsOn = false
  /// An answer has the same token as its question.
  package var standsStill = false
  /// An answer has a token before that of its question.
  package var goesBackward = false
  /// It assigns the events of a conversation to another one.
  package var misfiles = false
  /// It assigns events to another stream.
  package var mislabels = false
  /// No page of history reaches the start.
  package var historyNeverEnds = false
  /// Every page of history is the newest one.
  package var repeatsPages = false
  /// An answer names its first conversation twice.
  package var repeatsParts = false
  /// Its tokens are longer than any store takes.
  package var givesLongTokens = false
  /// Its tokens are words, also those of a numbered stream.
  package var givesWords = false
  /// The numbers of its updates contradict their stream.
  package var misnumbers = false

  package init() {}

  /// Whether it answers at once, even if there is nothing new.
  var isHasty: Bool {
    isAlwaysLimited || neverEnds || leadsOn || standsStill || goesBackward
  }
}
