internal import MessagingModel

// What can happen without time passing.
extension SendWorld {
  /// Carries out everything that can be done without time passing, in order.
  ///
  /// - Parameter most: the most effects to carry out.
  /// - Throws: `Violation` if there are more.
  mutating func settle(most: Int = 30_000) async throws {
    var count = 0
    while let index = effects.firstIndex(where: canBeDone) {
      try await run(at: index)
      count += 1
      guard count < most else {
        throw Violation.restless("sending", steps: most)
      }
    }
  }

  /// The indices of the effects that can be carried out now.
  var doable: [Int] { effects.indices.filter { canBeDone(effects[$0]) } }

  /// The first of these whose order does not matter: reports of the store, reads of what is unsent,
  /// removal of files.
  var firstQuiet: Int? {
    doable.firstIndex { index in
      switch effects[index] {
      case .announce, .find, .discard: true
      case .load, .commit, .request, .answer, .silence, .upload, .progress, .question: false
      }
    }
  }

  /// Carries out one of these effects; the number wraps around. Does nothing if there is none.
  mutating func runDoable(_ number: Int) async throws {
    let doable = doable
    if !doable.isEmpty { try await run(at: doable[number % doable.count]) }
  }

  private func canBeDone(_ effect: PendingEffect) -> Bool {
    switch effect {
    case .answer: !holdsAnswers
    case .silence: false
    case .upload(let key, _): !uploads.isStalled(key)
    // Remove the files before the batch that settles the request to remove them. A worker ensures
    // this itself.
    case .commit(let conversation, _): worker != nil || !isDiscarding(in: conversation)
    case .announce, .find, .load, .request, .progress, .discard, .question: true
    }
  }

  private func isDiscarding(in conversation: ConversationID) -> Bool {
    effects.contains { effect in
      if case .discard(let message) = effect { message.conversation == conversation } else { false }
    }
  }
}
