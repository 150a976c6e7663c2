internal import MessagingConformance

extension Spec {
  /// The drawings of what the Spec's blocks describe, of the kinds that can be drawn, and a page
  /// that shows them all. Each is drawn from a run of the block on the reference; what does not
  /// hold there is not drawn.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func figures() async -> [GeneratedFile] {
    let reference = ReferenceSubject()
    var page = Spec.figuresIntroduction
    var files: [GeneratedFile] = []
    for requirement in requirements where requirement.withdrawn == nil {
      var drawn: [(String, String)] = []
      for block in requirement.blocks {
        let title = "\(requirement.id)/\(block.slug): \(requirement.title)"
        if let picture = await block.kind.draw?(block, reference, title) {
          drawn.append((block.slug, picture))
        }
      }
      guard !drawn.isEmpty else { continue }
      let file = requirement.location.file
      page += "\n## [\(requirement.id)](../requirements/\(file)#\(requirement.id)) — "
      page += "\(requirement.title)\n\n\(requirement.sentence)\n"
      for (slug, picture) in drawn {
        let name = "\(requirement.id)-\(slug).svg"
        page += "\n`\(slug)`\n\n![\(requirement.id)/\(slug)](\(name))\n"
        files.append(GeneratedFile(path: GeneratedFile.figurePrefix + name, text: picture))
      }
    }
    return [GeneratedFile(path: GeneratedFile.figurePrefix + "README.md", text: page)] + files
  }

  private static let figuresIntroduction = """
    # What the examples look like

    Generated from the `scroll` and `diff` blocks of the Spec, as the reference plays them; a test
    compares. One panel is one step.

    In a drawing of a list that scrolls, the line of the script is above the list; the offset of the
    content and the command to the view are below it. The black frame is the view, and what is hatched is covered: bars, banner,
    keyboard. Messages of others lie to the left, ours to the right, everything else in the middle;
    the blue row is the one that is held. A dashed line is where an edge is expected, or where the
    held row was before the step. A red frame, in reports of failures, is a step that does not hold.

    In a drawing of a difference, the old rows are on the left, the new ones on the right. What goes is dashed
    red, what comes is green, with a dot if it is new; a thick line is a move, and `*` a row that
    looks different.

    """
}
