internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Answers that belong to what is over.
  static let sendingAnswers: [Mutant] = [
    Mutant(
      "second-answer-ends-the-next-attempt", kills: "SEND-064",
      "An answer counts for the attempt that is under way, whichever it belongs to.",
      origin: "a callback that was called twice, and a message that was failed and delivered",
      bending: { bent, event, now in
        var heard = event
        if case .answered(let request, let answer) = event,
          let latest = bent.requests[request.key]
        {
          heard = .answered(latest, answer)
        }
        let actions = bent.pass(heard, at: now)
        for case .send(let request) in actions { bent.requests[request.key] = request }
        return actions
      }),
    Mutant(
      "stray-answer-ends-the-wait", kills: "SEND-064",
      "An answer to what is over already ends the wait for what is under way.",
      origin: "one flag for \"a request is under way\"",
      bending: { bent, event, now in
        var heard = event
        if case .answered(let request, _) = event,
          bent.requests.removeValue(forKey: request.key) == nil,
          let other = bent.requests.values.first(where: {
            $0.conversation == request.conversation
          })
        {
          bent.requests[other.key] = nil
          heard = .answered(other, .failure(SendError(.indefinite, code: "stray")))
        }
        let actions = bent.pass(heard, at: now)
        for case .send(let request) in actions { bent.requests[request.key] = request }
        return actions
      }),
  ]
}
