import Foundation

/// A golden transcript of the guide: lines of both sides, and what happens around them.
///
///     # a comment; `# case: DIFF-018/three-to-four` is the case that the suite plays
///     > what the suite writes
///     < what the adapter writes
///     ! kill, and a new process follows
///     = error: the verdict of the suite on the case
struct Transcript {
  struct Line {
    enum Kind { case request, answer, act, verdict }

    let kind: Kind
    let text: String
    /// Whether it is an answer that the verdict in the next line calls no answer.
    var isWrong = false

    var isJSON: Bool { kind == .request || kind == .answer }
  }

  private static let guides = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Spec/guides")

  let lines: [Line]
  /// The case that the suite plays, if it is one.
  let playedCase: String?

  init(_ name: String) throws {
    let text = try String(contentsOf: Transcript.guides.appending(path: name), encoding: .utf8)
    let all = text.split(separator: "\n").map(String.init)
    let mark = "# case: "
    playedCase = all.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    var lines: [Line] = []
    for line in all where !line.hasPrefix("#") {
      let text = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "> ": lines.append(Line(kind: .request, text: text))
      case "< ": lines.append(Line(kind: .answer, text: text))
      case "! ": lines.append(Line(kind: .act, text: text))
      default:
        lines[lines.count - 1].isWrong = text.hasPrefix("error: line ")
        lines.append(Line(kind: .verdict, text: text))
      }
    }
    self.lines = lines
  }

  /// The names of all transcripts, in order.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: guides.path)
      .filter { $0.hasSuffix(".transcript") }.sorted()
  }

  static func schemaFile() throws -> TestJSON {
    let file = guides.appending(path: "any-language.schema.json")
    return try TestJSON(String(contentsOf: file, encoding: .utf8))
  }

  static func schema() throws -> TestSchema { try TestSchema(schemaFile()) }
}
