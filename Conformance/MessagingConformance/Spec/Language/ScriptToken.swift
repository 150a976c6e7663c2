/// A piece of a script line, or of an observation.
///
/// Tokens are equal if their bytes are equal. `"é"` in one scalar and in two are different texts,
/// and a store that changes one into the other is wrong.
package enum ScriptToken: Hashable, Sendable, CustomStringConvertible {
  /// A bare word: a name, a reference, a number, an edge such as `[start]`.
  case word(String)
  /// A text, written as a JSON string.
  case string(String)

  /// The token as written in a script.
  package var description: String {
    switch self {
    case .word(let text): text
    case .string(let text): JSONText.quoted(text)
    }
  }

  /// Compares byte by byte.
  package static func == (a: ScriptToken, b: ScriptToken) -> Bool {
    switch (a, b) {
    case (.word(let x), .word(let y)), (.string(let x), .string(let y)):
      x.utf8.elementsEqual(y.utf8)
    case (.word, .string), (.string, .word): false
    }
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .word(let text):
      hasher.combine(0)
      hasher.combine(contentsOf: text.utf8)
    case .string(let text):
      hasher.combine(1)
      hasher.combine(contentsOf: text.utf8)
    }
  }
}

extension Hasher {
  fileprivate mutating func combine(contentsOf bytes: String.UTF8View) {
    for byte in bytes { combine(byte) }
    combine(bytes.count)
  }
}
