extension KnownFailures {
  /// Reads a list. Each line has the form
  /// `pattern  fail|flaky  -|date|condition  reference  [# how the message starts]`.
  ///
  /// A line that starts with `#` is a comment. The lines are sorted by pattern and contain only
  /// ASCII.
  ///
  /// - Parameter file: the file's name in error messages.
  package init(file: String, text: String) throws(KnownFailuresError) {
    var lines: [KnownFailure] = []
    var problems: [Diagnostic] = []
    for (index, line) in text.textLines.enumerated() {
      let place = FileLine(file: file, line: index + 1)
      guard !line.trimmedText.isEmpty, !line.hasPrefix("#") else { continue }
      do throws(KnownFailureLineError) {
        let entry = try KnownFailures.line(line, at: place)
        if let last = lines.last, last.pattern.description >= entry.pattern.description {
          problems.append(
            Diagnostic(place, "'\(entry.pattern)' comes before '\(last.pattern)'; sort the lines"))
        }
        lines.append(entry)
      } catch {
        problems.append(Diagnostic(place, error.message))
      }
    }
    guard problems.isEmpty else { throw KnownFailuresError(diagnostics: problems) }
    self.init(lines: lines)
  }

  private static func line(
    _ text: Substring, at place: FileLine
  ) throws(KnownFailureLineError) -> KnownFailure {
    guard text.utf8.allSatisfy({ (32...126).contains($0) || $0 == 9 }) else {
      throw KnownFailureLineError("only ASCII is allowed here")
    }
    let halves = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let words = halves[0].split { $0 == " " || $0 == "\t" }.map(String.init)
    guard words.count == 4 else {
      throw KnownFailureLineError(
        "a line reads: REPO-001/slug fail|flaky -|2027-01-31|linux issue:41 # message")
    }
    let pattern: CasePattern
    do {
      pattern = try CasePattern(words[0], rest: .plain)
    } catch {
      throw KnownFailureLineError(error.description)
    }
    guard let kind = KnownFailure.Kind(rawValue: words[1]) else {
      let known = KnownFailure.Kind.allCases.map(\.rawValue)
      throw KnownFailureLineError(Diagnostic.unknown("kind", words[1], known: known))
    }
    let date = CalendarDate(words[2])
    let condition = KnownFailure.Condition(rawValue: words[2])
    guard words[2] == "-" || date != nil || condition != nil else {
      let known = ["-", "2027-01-31"] + KnownFailure.Condition.allCases.map(\.rawValue)
      throw KnownFailureLineError(Diagnostic.unknown("limit", words[2], known: known))
    }
    guard kind == .fail || date != nil else {
      throw KnownFailureLineError("'flaky' needs the date on which it ends: 2027-01-31")
    }
    let message = halves.count == 2 ? halves[1].trimmedText : nil
    guard message != "" else { throw KnownFailureLineError("nothing follows the '#'") }
    return KnownFailure(
      pattern: pattern, kind: kind, until: date, condition: condition, reference: words[3],
      message: message, location: place)
  }
}

private struct KnownFailureLineError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
