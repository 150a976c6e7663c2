internal import MessagingCore
internal import MessagingModel

// When the queue waits, for what, and what must hold for that.
extension SendWorld {
  /// Checks that nothing is due before the queue's deadline.
  mutating func judgeDeadline() {
    // A worker has no copies, and one of an adapter would handle all earlier events once more.
    guard worker == nil, !(queue is CommandQueue) else { return }
    let law = DeadlineLaw.broken(at: now - born, deadline: queue.nextDeadline) { moment in
      var copy = queue
      return !copy.handle(.clock, at: moment).isEmpty
    }
    if let law { fault(law) }
  }

  /// How long each request has to wait, by the oracle.
  var waits: SendWaits { times.waits }

  /// Whether sending is paused in a conversation, or everywhere (`nil`).
  func isPaused(_ conversation: ConversationID?) -> Bool { pauses.contains(conversation) }

  /// Whether a request of a conversation is on its way there or back.
  func isInFlight(_ conversation: ConversationID) -> Bool {
    effects.contains { effect in
      switch effect {
      case .request(let request), .answer(let request, _), .silence(let request):
        request.conversation == conversation && !abandoned.contains(request)
      case .announce, .find, .load, .commit, .progress, .upload, .discard, .question: false
      }
    }
  }

  /// Whether the queue does not know yet, or has not stored yet, what is unsent.
  var isReading: Bool {
    effects.contains { effect in
      switch effect {
      case .announce, .find, .load, .commit, .discard, .question: true
      case .request, .answer, .silence, .progress, .upload: false
      }
    }
  }

  /// Takes note of an answer that makes a request wait, whatever the network does.
  mutating func noteOrder(_ error: SendError?) {
    if error?.saysWait ?? false { isOrderedToWait = true }
  }

  /// Checks that the files of a message that was deleted for everybody are removed before the store
  /// forgets that they have to be: the process may end in between.
  mutating func judgeFiles(_ changes: [Change]) async throws(RepositoryError) {
    for case .settle(let key, .original) in changes where key.dependent == nil {
      let outbox = try await repository.read(
        Query(.outbox, in: key.message.conversation, limit: Limits.page))
      guard outbox.filesToRemove.contains(key.message) else { continue }
      if !uploads.discarded.contains(key.message) { fault(.filesForgotten) }
    }
  }

  /// Lets the network go and come back, and checks that nothing waits after that, unless the store
  /// or the server is the reason (`SEND-022`).
  ///
  /// - Throws: `Violation` if something waits.
  mutating func reconnect() async throws {
    try await settle()
    setOnline(false)
    setOnline(true)
    try await settle()
    guard isWatched, !isOrderedToWait, !hasStoreFailed, nextDeadline != nil else { return }
    throw Violation("nothing fails any more, the network came back, and sending waits")
  }
}

extension SendError {
  /// Whether the request may be made again only after a wait that a new network does not end: the
  /// server ordered one, or refused it for good (`SEND-086`).
  fileprivate var saysWait: Bool {
    switch kind {
    case .permanent, .unclassified: !rejectsCredentials
    case .offline, .indeterminate, .transient, .unauthorized: retryAfter != nil
    }
  }
}
