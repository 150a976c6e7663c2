internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

extension TablesPage {
  var errorCodes: String {
    let comments = SourceComments(
      of: "Code", in: sources.text(of: "Sources/MessagingModel/Log/RepositoryError.swift"))
    return table(
      ["code", "thrown when", "what to do", "for people", "rules"],
      RepositoryError.Code.allCases.map { code in
        let error = RepositoryError(code, "")
        // "code: context. advice"
        let advice = error.description.dropFirst(code.rawValue.count + 4)
        return [
          "`\(code.rawValue)`", prose(comments[code.rawValue]), "\(advice).", error.userMessage,
          rules(naming: code.rawValue),
        ]
      })
  }

  var noticeCodes: String {
    let comments = SourceComments(
      of: "Code", in: sources.text(of: "Sources/MessagingModel/Log/Commit.swift"))
    return table(
      ["code", "means", "rules"],
      Notice.Code.allCases.map { code in
        ["`\(code.rawValue)`", prose(comments[code.rawValue]), rules(naming: code.rawValue)]
      })
  }

  var diffCodes: String {
    let path = "Sources/MessagingTimeline/Differences/TimelineDiff+Apply.swift"
    let comments = SourceComments(of: "Code", in: sources.text(of: path))
    return table(
      ["code", "means"],
      TimelineDiffError.Code.allCases.map { ["`\($0.rawValue)`", prose(comments[$0.rawValue])] })
  }

  /// The rules that name a code: in back quotes in their prose or in a check, or in what a block
  /// expects.
  private func rules(naming code: String) -> String {
    let rules = spec.requirements.filter { rule in
      guard rule.withdrawn == nil else { return false }
      if rule.paragraphs.contains(where: { $0.text.contains("`\(code)`") }) { return true }
      return rule.blocks.flatMap(\.lines).contains { line in
        if line.text.contains("`\(code)`") { return true }
        return ["? error ", "? notices "].contains(where: line.text.hasPrefix)
          && line.text.split(separator: " ").dropFirst(3).contains { $0 == code }
      }
    }
    return rules.isEmpty
      ? "no rule" : rules.compactMap { link("\($0.id)") }.joined(separator: " ")
  }
}
