extension StoreLanguage {
  /// Finds messages that a question names and no step names. Such an expectation could hold for
  /// ever, because no step affects the message. To state that this is intended, the question gives
  /// the message a time (`@9`).
  static func strangers<Player>(
    in lines: [Script<Player>.Line], _ step: (Player.Step) -> StoreStep?
  ) -> [(index: Int, message: String)] {
    let steps = lines.compactMap(\.step).compactMap(step)
    let named = steps.flatMap(\.references)
    return lines.flatMap { line -> [(index: Int, message: String)] in
      guard case .question(let question) = line.content else { return [] }
      return question.expectation.arguments.references.filter { asked in
        asked.time == nil && !named.contains { asked.isPart(of: $0) }
      }
      .map { (line.index, "no step of this block names \($0); if that is intended, write \($0)@9") }
    }
  }
}

extension ScriptReference {
  /// Whether the other reference names the same message, possibly with more detail.
  fileprivate func isPart(of other: ScriptReference) -> Bool {
    (remote != nil && remote == other.remote) || (client != nil && client == other.client)
  }
}
