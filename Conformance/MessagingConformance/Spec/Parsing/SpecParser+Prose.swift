extension SpecParser {
  /// Reads the lines up to the next empty or special line.
  mutating func readParagraph() -> Paragraph {
    let start = index
    repeat { index += 1 } while index < lines.count && continuesParagraph(lines[index])
    return Paragraph(
      text: lines[start..<index].joined(separator: "\n"), location: place(start))
  }

  private func continuesParagraph(_ line: Substring) -> Bool {
    let special = ["#", "```", ">", "<a id=", "untested:", "- ", "* ", "|", "!["]
    return !line.trimmedText.isEmpty && !special.contains { line.hasPrefix($0) }
  }

  mutating func readProse() {
    let paragraph = readParagraph()
    if open == nil {
      file.looseProse.append(paragraph)
    } else {
      open?.prose.append(paragraph)
    }
  }

  mutating func readStatus(_ paragraph: Paragraph) {
    let line = paragraph.location.line - 1
    guard open != nil else {
      return note("this line belongs under a requirement", at: line)
    }
    let text = paragraph.flat
    if text.hasPrefix("untested:") {
      let reason = text.dropFirst("untested:".count).trimmedText
      if reason.isEmpty { note("'untested:' needs a reason", at: line) }
      open?.untested = reason
      return
    }
    let version = text.dropFirst("withdrawn ".count).prefix { $0 != " " }
    let rest = text.dropFirst("withdrawn ".count + version.count)
    guard rest.hasPrefix(" — "), rest.count > 3 else {
      return note("write a withdrawal as: withdrawn 0.4 — the reason", at: line)
    }
    let bare = version.filter { $0 != "`" }
    open?.withdrawn = Withdrawal(version: bare, reason: String(rest.dropFirst(3)))
  }

  mutating func readQuote() {
    var start = index
    var text: [String] = []
    while index < lines.count, lines[index].hasPrefix(">") {
      let line = lines[index].dropFirst().trimmedText
      if SpecParser.labels.contains(where: line.hasPrefix), !text.isEmpty {
        closeQuote(text, from: start)
        text = []
        start = index
      }
      text.append(line)
      index += 1
    }
    closeQuote(text, from: start)
  }

  private static let labels = ["Why:", "If this fails:"]

  private mutating func closeQuote(_ lines: [String], from start: Int) {
    let text = lines.joined(separator: "\n")
    guard open != nil else {
      return file.looseProse.append(Paragraph(text: text, location: place(start)))
    }
    guard let label = SpecParser.labels.first(where: text.hasPrefix) else {
      let known = SpecParser.labels.map { "'> \($0)'" }.joined(separator: " or ")
      return note("a quote under a requirement starts with \(known)", at: start)
    }
    let body = String(text.dropFirst(label.count).drop { $0 == " " })
    let paragraph = Paragraph(text: body, location: place(start))
    if body.trimmedText.isEmpty { note("'\(label)' has no text", at: start) }
    if label == "Why:" {
      if open?.why != nil { note("'\(label)' is given twice", at: start) }
      open?.why = paragraph
    } else {
      if open?.ifThisFails != nil { note("'\(label)' is given twice", at: start) }
      open?.ifThisFails = paragraph
    }
  }
}
