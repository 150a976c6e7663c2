extension StoreLanguage {
  /// A message that a question asks for and that no step names: what is asked of it could hold for
  /// ever, because nobody can do anything to it. Where that is meant, the question gives its time.
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
  /// Whether another reference names the same message, and perhaps says more about it.
  fileprivate func isPart(of other: ScriptReference) -> Bool {
    (remote != nil && remote == other.remote) || (client != nil && client == other.client)
  }
}
