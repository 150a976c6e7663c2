/// One Markdown file of the Spec: its requirements, and the prose between them.
package struct SpecFile: Hashable, Sendable {
  /// The file's name: `REPO.md`.
  package let name: String
  /// The requirements, in written order.
  package internal(set) var requirements: [Requirement] = []
  /// Prose that belongs to no requirement. It must not contain an obligation.
  package internal(set) var looseProse: [Paragraph] = []
  /// The mistakes, in file order. Everything that can be read is read all the same.
  package internal(set) var diagnostics: [Diagnostic] = []

  /// Reads a file's text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(name: String, text: String) {
    var parser = SpecParser(name: name, text: text)
    self = parser.parse()
  }

  init(name: String) {
    self.name = name
  }
}
