/// The smallest part of Swift source that a house rule looks at.
///
/// Words and numbers are whole, every other sign is a token of its own, a string literal is one
/// token without its content. Comments are no tokens.
struct SwiftToken: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case word
    case number
    case sign
    case string
    /// A name between backticks; its content is anybody's prose.
    case rawName
  }

  let kind: Kind
  let text: String
  /// From 1.
  let line: Int
  /// Nothing but spaces stands before it on its line.
  let startsLine: Bool
  /// No space stands between it and the token before.
  let touchesPrevious: Bool
}

/// A comment, without its slashes.
struct SwiftComment: Sendable, Equatable {
  let text: String
  /// The line of its first character, from 1.
  let line: Int
}
