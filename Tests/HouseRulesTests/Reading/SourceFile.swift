/// A file of the repository as the rules see it.
struct SourceFile: Sendable {
  /// From the root of the repository, with `/`.
  let path: String
  /// Without the line ends.
  let lines: [Substring]
  /// Empty unless it is Swift.
  let tokens: [SwiftToken]
  let comments: [SwiftComment]
  /// Lines inside of a string literal of several lines.
  let literalLines: Set<Int>
  /// The places of each word, in their order.
  private let index: [String: [Int]]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard path.hasSuffix(".swift") else {
      (tokens, comments, literalLines, index) = ([], [], [], [:])
      return
    }
    let scanner = SwiftScanner(text)
    tokens = scanner.tokens
    comments = scanner.comments
    literalLines = scanner.literalLines
    index = Dictionary(grouping: scanner.tokens.indices) { scanner.tokens[$0].text }
  }

  var isSwift: Bool { path.hasSuffix(".swift") }
  var isProse: Bool { path.hasSuffix(".md") }

  func isUnder(_ folders: String...) -> Bool {
    folders.contains { path.hasPrefix($0 + "/") }
  }

  /// The places at which `words` stand one after the other.
  ///
  /// A word that begins with `~` must touch the one before: `["try", "~!"]` is not `try !x`.
  func places(of words: [String]) -> [Int] {
    index[words.first ?? "", default: []].filter { start in
      guard start + words.count <= tokens.count else { return false }
      return zip(words, tokens[start...]).allSatisfy { word, token in
        word.hasPrefix("~")
          ? token.touchesPrevious && word.dropFirst() == token.text : word == token.text
      }
    }
  }

  /// The place of the bracket that closes the one at `place`; the last place when none does.
  func closing(_ place: Int) -> Int {
    var depth = 0
    for index in place..<tokens.count {
      switch tokens[index].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: continue
      }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }
}
