/// A line of a block, as it is written in the Spec file.
package struct BlockLine: Hashable, Sendable {
  /// The number of the line in the Spec file, from 1.
  package let number: Int
  /// The text, without the line end.
  package let text: String

  /// Creates a line.
  package init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}

/// The evidence for a requirement: a fenced block of its Spec file.
///
/// The opening line is `` ```kind slug [not VARIANT]… [needs CAPABILITY]… ``.
package struct Block: Hashable, Sendable {
  /// The kind of the block, which determines how it runs.
  package let kind: BlockKind
  /// The name of the block, unique within the requirement: `two-arrivals`.
  package let slug: String
  /// Variants whose effect contradicts the block's prose.
  package internal(set) var excludedVariants: [Variant] = []
  /// Capabilities that this block needs in addition to those of its requirement.
  package internal(set) var needs: [String] = []
  /// The lines between the fences, as written.
  package internal(set) var lines: [BlockLine] = []
  /// The script that was read from the lines.
  var contents = BlockContents()
  /// The place of the opening fence.
  package let location: FileLine

  /// Returns the script for a type of player.
  ///
  /// - Throws: `SubjectError` if the block is for another type of player.
  func script<Player>(for _: Player.Type) throws -> Script<Player> {
    guard let script = contents.script as? Script<Player> else {
      throw SubjectError(description: "a \(kind.name) block is not for a \(Player.self)")
    }
    return script
  }
}

/// A script of any type. It is derived from the lines and the kind of a block, so only those are
/// compared, and all values of this type are equal.
struct BlockContents: Hashable, Sendable {
  var script: (any Sendable)?

  static func == (_: BlockContents, _: BlockContents) -> Bool { true }
  func hash(into _: inout Hasher) {}
}
