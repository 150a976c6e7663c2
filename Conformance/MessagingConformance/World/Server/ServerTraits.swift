package import MessagingModel

/// What a ``SimulatedServer`` is like: one of the families of servers that exist.
package struct ServerTraits: Hashable, Sendable {
  /// Who is shown the key under which a device sent a message.
  package enum Audience: Hashable, Sendable { case everybody, author, device, nobody }

  /// How devices hear of what is new; tokens of ``StreamTraits/Arrival/numbered`` are numbers, all
  /// others are opaque.
  package var arrival: StreamTraits.Arrival
  /// Whether the order of its lists is all there is: its times repeat and run backwards.
  package var givesLists = false
  /// Conversations with a stream of their own, which has their name; all others are in
  /// ``StreamID/main``.
  package var ownStreams: Set<ConversationID> = []
  /// The most events of one answer.
  package var limit = 100
  /// The most events of a conversation where an answer leaves something out.
  package var part = 4
  /// The most events of a page of history.
  package var page = 50
  /// Whether an answer tells of edits, deletions and reactions, or of new messages alone.
  package var tellsChanges = true
  /// Whether a page of history holds messages as they are now, and no others; if not, it holds
  /// what happened, message by message and change by change.
  package var tellsStates = false
  package var keysAreShownTo = Audience.everybody

  package init(_ arrival: StreamTraits.Arrival) { self.arrival = arrival }

  /// What a transport to it declares.
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

/// A device, as the server knows it.
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

/// What a server does wrong, until somebody says otherwise.
package struct ServerFaults: Hashable, Sendable {
  /// Every question about a stream comes to nothing.
  package var answers: SyncError?
  /// Every question about history comes to nothing.
  package var pages: SyncError?
  /// It does not tell what happens in these conversations, nor their history.
  package var refuses: Set<ConversationID> = []
  /// Of more than ``ServerTraits/part`` events of a conversation it tells the last alone, and says
  /// that this is not all; an answer then covers all there is.
  package var leavesOut = false
  /// It says so of every part, whether or not anything is missing.
  package var isAlwaysLimited = false
  /// It tells at most so many events in an answer, whatever it declares.
  package var chunk: Int?
  /// No answer is the last one.
  package var neverEnds = false
  /// No answer is the last one, and each leads on to a token that was never given before.
  package var leadsOn = false
  /// An answer leads back to the token that it was asked with.
  package var standsStill = false
  /// An answer leads to a token before the one that it was asked with.
  package var goesBackward = false
  /// What it says of a conversation is about another one.
  package var misfiles = false
  /// What it says is of another stream.
  package var mislabels = false
  /// No history begins anywhere.
  package var historyNeverEnds = false
  /// Every page of history is the newest one.
  package var repeatsPages = false

  package init() {}

  /// Whether it answers at once, whether or not there is anything to say.
  var isHasty: Bool {
    isAlwaysLimited || neverEnds || leadsOn || standsStill || goesBackward
  }
}
