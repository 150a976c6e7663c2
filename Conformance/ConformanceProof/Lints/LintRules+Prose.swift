internal import MessagingConformance

extension LintRules {
  static func oneObligation(_ spec: Spec) -> [Diagnostic] {
    active(spec).flatMap { requirement in
      let found = requirement.paragraphs.flatMap { paragraph in
        Prose.obligations(in: paragraph.text).map { (paragraph.line($0.lineOffset), $0) }
      }
      guard let (_, first) = found.first else {
        let message = "\(requirement.id) has no obligation; write one \(requirement.level.keyword)"
        return [Diagnostic(requirement.location, message)]
      }
      let extra = found.dropFirst().map { place, obligation in
        Diagnostic(
          place, "\(requirement.id) has a second obligation, \(obligation.keyword); split it")
      }
      guard first.level != requirement.level else { return Array(extra) }
      let message = "the level is `\(requirement.level.rawValue)`, the prose says \(first.keyword)"
      return [Diagnostic(found[0].0, message)] + extra
    }
  }

  static func negatedSubject(_ spec: Spec) -> [Diagnostic] {
    active(spec).flatMap { requirement in
      requirement.paragraphs.flatMap { paragraph in
        NegatedSubject.all(in: paragraph.text).map { found in
          Diagnostic(
            paragraph.line(found.lineOffset),
            "\(requirement.id): '\(found.negation) … \(found.keyword)' negates the obligation; "
              + "write \(found.keyword) NOT")
        }
      }
    }
  }

  static func noLooseObligation(_ spec: Spec) -> [Diagnostic] {
    spec.files.flatMap(\.looseProse).flatMap { paragraph in
      Prose.obligations(in: paragraph.text).map { obligation in
        Diagnostic(
          paragraph.line(obligation.lineOffset),
          "\(obligation.keyword) outside a requirement has no effect; "
            + "number it or write it in small letters")
      }
    }
  }

  static func rationale(_ spec: Spec) -> [Diagnostic] {
    active(spec).flatMap { requirement in
      let missing = [
        requirement.why == nil ? "> Why: …" : nil,
        requirement.ifThisFails == nil ? "> If this fails: …" : nil,
      ]
      return missing.compactMap { $0 }.map {
        Diagnostic(requirement.location, "\(requirement.id) has no '\($0)'")
      }
    }
  }

  static func constants(_ spec: Spec, _ constants: [String: String]) -> [Diagnostic] {
    active(spec).flatMap(\.paragraphs).flatMap { paragraph in
      Prose.codeSpans(in: paragraph.text).compactMap { code, lineOffset in
        guard let (name, value) = boundConstant(code) else { return nil }
        let place = paragraph.line(lineOffset)
        guard let actual = constants[name] else {
          let known = constants.keys.sorted()
          return Diagnostic(place, Diagnostic.unknown("constant", name, known: known))
        }
        guard actual != value else { return nil }
        return Diagnostic(place, "the prose says \(name) = \(value), the code \(actual)")
      }
    }
  }

  /// `page.limit.max = 500`; the dot tells it from an expectation such as `timeline = s3 s7`.
  private static func boundConstant(_ code: Substring) -> (name: String, value: String)? {
    let words = code.split(separator: " ")
    guard words.count >= 3, words[1] == "=", words[0].dropFirst().contains("."),
      words[0].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." })
    else { return nil }
    return (String(words[0]), words[2...].joined(separator: " "))
  }
}

extension Paragraph {
  /// A line of the paragraph, counted from 0.
  fileprivate func line(_ offset: Int) -> FileLine {
    FileLine(file: location.file, line: location.line + offset)
  }
}
