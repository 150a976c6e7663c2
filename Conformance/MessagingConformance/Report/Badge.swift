/// A small picture of a verdict, for a README: `messaging-spec 0.1 | conforms (standard), 402 of
/// 402 MUST`.
///
/// It is self-contained: no script, no font and no external address. Its title contains what a
/// claim needs to be checked: the versions, the seed and the build.
struct Badge: Hashable {
  let subject: String
  let label: String
  let words: String
  let title: String
  let verdict: Verdict

  /// Creates the badge of a subject. `nil` if the run is not a claim of conformance, because it has
  /// a selection or is incomplete.
  init?(_ report: Report, of subject: ReportSubject) {
    guard report.header.selection.isEmpty, report.isComplete else { return nil }
    let tally = report.tally(of: subject.name)
    let header = report.header
    verdict = report.verdict(on: subject.name)
    self.subject = subject.name
    label = "messaging-spec \(header.spec)"
    words =
      "\(verdict.words) (\(subject.profile)), \(tally.count(.must, .pass)) of "
      + "\(tally.total(.must)) MUST"
    title =
      "\(subject.name): \(label) \(words); suite \(header.suite), seed \(header.seed), "
      + "\(header.build) build"
  }

  /// The name of the file: `badge-sqlite.svg`. A character that does not belong in a file name
  /// becomes a dash.
  var fileName: String {
    let name = subject.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.isDigit)
      return isPlain ? Character(scalar) : "-"
    }
    return Badge.prefix + String(name) + ".svg"
  }

  /// The start of every badge's file name.
  static let prefix = "badge-"

  /// The picture as SVG. The text is stretched to the width that is reserved for it, whatever the
  /// font.
  var svg: String {
    let (left, right) = (Badge.width(of: label), Badge.width(of: words))
    let total = left + right
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(total)" height="20" role="img" \
      aria-label="\(MarkupText.escaped(title))">
      <title>\(MarkupText.escaped(title))</title>
      <clipPath id="round"><rect width="\(total)" height="20" rx="4"/></clipPath>
      <g clip-path="url(#round)">
      <rect width="\(left)" height="20" fill="#3b3f46"/>
      <rect x="\(left)" width="\(right)" height="20" fill="\(color)"/>
      </g>
      <g fill="#fff" font-family="Verdana, 'DejaVu Sans', sans-serif" font-size="11">
      \(Badge.text(label, at: 8, width: left))
      \(Badge.text(words, at: left + 8, width: right))
      </g>
      </svg>

      """
  }

  /// The colour of the verdict. White text has a contrast above 4.5 on each of these colours.
  private var color: String {
    switch verdict {
    case .conforming: "#18794e"
    case .asListed: "#2f5fb3"
    case .undecided: "#8f5f00"
    case .violated, .broken: "#b42318"
    }
  }

  private static func text(_ text: String, at x: Int, width: Int) -> String {
    "<text x=\"\(x)\" y=\"14\" textLength=\"\(width - 16)\" lengthAdjust=\"spacingAndGlyphs\">"
      + "\(MarkupText.escaped(text))</text>"
  }

  /// The width of a text in pixels: 6.6 for each character, and 8 on each side.
  private static func width(of text: String) -> Int { text.count * 66 / 10 + 16 }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Report {
  /// The badges of all subjects; empty if the run is not a claim of conformance.
  var badges: [Badge] { subjects.compactMap { Badge(self, of: $0) } }
}
