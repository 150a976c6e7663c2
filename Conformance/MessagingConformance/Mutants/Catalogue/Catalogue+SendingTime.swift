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
  ]
}
