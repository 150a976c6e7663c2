internal import MessagingModel

/// A line of a `send` block.
struct SendLine: Sendable {
  enum Content: Sendable {
    /// The user, or the network, writes to the store.
    case store(ScriptStep)
    case world(SendStep)
    /// What the store shows.
    case stored(ScriptExpectation)
    /// What the network and the queue show.
    case seen(SendExpectation)
  }

  let content: Content
  let source: String
  /// Into the lines of the block.
  let index: Int
}

/// Something that happens around the queue.
enum SendStep: Sendable {
  case policy(SendPolicy)
  /// For one request, or for all that follow.
  case server(ScriptedServer.Mood, isStanding: Bool)
  case hold(Bool)
  case uploads(ScriptedUploads.Mood, isStanding: Bool)
  case resumeUploads
  case percents([Int])
  /// What is under way tells how far it is.
  case percent(Int)
  case file(RelativePath, size: Int?)
  case online(Bool)
  case pause(Bool, ConversationID?)
  case advance(Int64)
  case tick
  case crash(isArriving: Bool)
  /// What the server published of ours comes back as an arrival.
  case echo(MessageID, isAnonymous: Bool)
  /// The answer that was heard last of a request comes once more.
  case again(MessageID)
  case storeFails(reads: Int, writes: Int)
  /// From here on nothing happens by itself.
  case loose
  /// One of the things that can happen now, counted from 0 and around.
  case step(Int)
  /// Everything that can happen without time passing.
  case settle
  /// Nothing fails any more, time passes, and the user retries what failed, until all is done.
  case heal
}

/// What can be asked beside the store.
enum SendObservable: String, CaseIterable, Sendable {
  case wire, server, kept, target, reacted, tries, due, begun, aborted, uploaded, discarded, reads
  case commits, story

  /// Whether it is asked of one message.
  var wantsName: Bool {
    switch self {
    case .kept, .target, .reacted, .tries: true
    case .wire, .server, .due, .begun, .aborted, .uploaded, .discarded, .reads, .commits, .story:
      false
    }
  }
}

struct SendExpectation: Sendable {
  let observable: SendObservable
  let name: MessageID?
  let isEqual: Bool
  let alternatives: [[ScriptToken]]
}
