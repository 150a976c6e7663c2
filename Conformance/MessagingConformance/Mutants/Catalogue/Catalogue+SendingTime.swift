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
      })
  ]
}
