internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// What takes its time, on either side.
  static let sendingTime: [Mutant] = [
    Mutant(
      "listed-failures-alone", kills: "SEND-085",
      "Of a server's own failures, four well-known ones may pass.",
      origin: "red marks from an hour in which a proxy said 520",
      answer: { _, _, answer in
        answer.mapError { error in
          guard error.kind == .unclassified, error.code.string.hasPrefix("5"),
            !["500", "502", "503", "504"].contains(error.code)
          else { return error }
          var final = error
          final.kind = .permanent
          return final
        }
      }),
    Mutant(
      "taken-back-for-a-day", kills: "SEND-086",
      "A retraction that failed for a day counts as done.",
      origin: "one age limit for everything that is sent",
      bending: { bent, event, now in
        guard case .answered(let request, .failure) = event, request.isRetraction else {
          return bent.pass(event, at: now)
        }
        let since = bent.moment ?? now
        bent.moment = since
        return now - since < 86_400_000 ? bent.pass(event, at: now) : bent.believe(request, at: now)
      }),
    Mutant(
      "waits-for-ever", kills: "SEND-087", "An answer is waited for for any time.",
      origin: "conversations that only a restart of the app set free",
      policy: { $0.requestLimit = nil }),
    Mutant(
      "late-answer-ends-the-next-attempt", kills: "SEND-088",
      "The answer to a request that was given up is taken for one to the attempt under way.",
      origin: "answers that were matched by message",
      bending: { bent, event, now in
        var heard = event
        if case .answered(let request, let answer) = event, bent.abandoned.contains(request),
          let next = bent.requests[request.key]
        {
          heard = .answered(next, answer)
        }
        let actions = bent.pass(heard, at: now)
        for action in actions {
          if case .abandon(let request) = action { bent.abandoned.insert(request) }
          if let request = action.request { bent.requests[request.key] = request }
        }
        return actions
      }),
    Mutant(
      "upload-hangs-for-ever", kills: "MEDIA-030", "An upload is waited for for any time.",
      origin: "photos that stayed at 40 %", policy: { $0.uploadLimit = nil }),
    Mutant(
      "large-upload-given-up", kills: "MEDIA-030",
      "A report of the same percent as before is no news.",
      origin: "long videos that began from 0 each two minutes",
      bending: { bent, event, now in
        guard case .progressed(let key, let percent) = event else {
          return bent.pass(event, at: now)
        }
        let isNews = bent.percents.updateValue(percent, forKey: key) != percent
        return isNews ? bent.pass(event, at: now) : []
      }),
  ]
}
