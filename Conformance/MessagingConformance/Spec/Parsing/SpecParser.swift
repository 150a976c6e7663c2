/// Reads the Markdown of a Spec file, line by line and without a Markdown library.
///
/// It does not stop at a mistake. It records the mistake with its place and continues, so that one
/// run shows all mistakes.
struct SpecParser {
  let lines: [Substring]
  var index = 0
  var file: SpecFile
  /// The requirement that is being read.
  var open: Requirement?
  var hasMeta = false
  /// An anchor whose heading has not come yet.
  var anchor: (id: String, line: Int)?

  init(name: String, text: String) {
    lines = text.textLines
    file = SpecFile(name: name)
  }

  mutating func parse() -> SpecFile {
    while index < lines.count { readElement() }
    closeRequirement()
    return file
  }

  private mutating func readElement() {
    let line = lines[index]
    if line.trimmedText.isEmpty {
      index += 1
    } else if line.hasPrefix("<a id=") {
      readAnchor(line)
    } else if line.hasPrefix("#") {
      readHeading(line)
    } else if line.hasPrefix("```") {
      readFence(line)
    } else if line.hasPrefix("![") {
      // A figure for readers, drawn from the block above it.
      index += 1
    } else if open != nil, !hasMeta {
      readMeta(line)
    } else if line.hasPrefix(">") {
      readQuote()
    } else if line.hasPrefix("untested:") || line.hasPrefix("withdrawn ") {
      readStatus(readParagraph())
    } else {
      readProse()
    }
  }

  func place(_ line: Int) -> FileLine { FileLine(file: file.name, line: line + 1) }

  mutating func note(_ message: String, at line: Int) {
    file.diagnostics.append(Diagnostic(place(line), message))
  }

  mutating func closeRequirement() {
    if let anchor {
      note("the anchor '\(anchor.id)' has no requirement heading below it", at: anchor.line)
    }
    anchor = nil
    guard let requirement = open else { return }
    if !hasMeta {
      note(
        "\(requirement.id) has no meta line; \(MetaLine.shape)", at: requirement.location.line - 1)
    }
    file.requirements.append(requirement)
    open = nil
  }
}
