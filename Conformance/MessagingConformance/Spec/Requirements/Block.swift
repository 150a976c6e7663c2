/// A line of a block as it stands in the Spec file.
package struct BlockLine: Hashable, Sendable {
  /// The line of the Spec file, from 1.
  package let number: Int
  /// The text, without the line end.
  package let text: String

  /// Quotes a line.
  package init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}

/// The evidence for a requirement: a fenced block of its Spec file.
///
/// The opening line is `` ```kind slug [not VARIANT]… [needs CAPABILITY]… ``.
package struct Block: Hashable, Sendable {
  /// What it is and how it is run.
  package let kind: BlockKind
  /// Its name, unique within the requirement: `two-arrivals`.
  package let slug: String
  /// Variants whose effect contradicts the block's prose.
  package internal(set) var excludedVariants: [Variant] = []
  /// Capabilities that this block needs beyond those of its requirement.
  package internal(set) var needs: [String] = []
  /// The lines between the fences, as written.
  package internal(set) var lines: [BlockLine] = []
  /// What the lines say to who plays them.
  var contents = BlockContents()
  /// The opening fence.
  package let location: FileLine

  /// What the lines say to a player of their kind.
  func script<Player>(for _: Player.Type) throws -> Script<Player> {
    guard let script = contents.script as? Script<Player> else {
      throw SubjectError(description: "a \(kind.name) block is not for a \(Player.self)")
    }
    return script
  }
}

/// A script that was read, of whatever kind. It follows from the lines and the kind of its block,
/// which are what is compared.
struct BlockContents: Hashable, Sendable {
  var script: (any Sendable)?

  static func == (_: BlockContents, _: BlockContents) -> Bool { true }
  func hash(into _: inout Hasher) {}
}
