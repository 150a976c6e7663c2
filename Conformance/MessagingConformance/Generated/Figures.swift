extension Spec {
  /// The drawings of what the Spec's `scroll` and `diff` blocks describe, and a page that shows
  /// them all. Each is drawn from a run of the block on the reference; what does not hold there is
  /// not drawn.
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
        if let picture = await block.figure(title, of: reference) {
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

    Of a list that scrolls: above it stands the line of the script, below it where the content is and
    what the view was told. The black frame is the view, and what is hatched is covered: bars, banner,
    keyboard. Messages of others lie to the left, ours to the right, everything else in the middle;
    the blue row is the one that is held. A dashed line is where an edge is expected, or where the
    held row was before the step. A red frame, in reports of failures, is a step that does not hold.

    Of a difference: the old rows stand to the left, the new ones to the right. What goes is dashed
    red, what comes is green, with a dot if it is new; a thick line is a move, and `*` a row that
    looks different.

    """
}

extension Block {
  /// What happens in it, as a drawing; `nil` if it does not hold, or is nothing to be drawn.
  func figure(_ title: String, of subject: ReferenceSubject) async -> String? {
    switch kind {
    case .scroll:
      guard subject.roles.contains(.scroll) else { return nil }
      return await picture(from: ScrollPlayer(subject), title) { $0.film.svg(title: title) }
    case .diff:
      return await picture(from: DiffPlayer(subject), title) { $0.picture.svg(title: title) }
    case .scenario, .property, .crash, .rows, .window, .send, .check: return nil
    }
  }

  private func picture<Player: BlockPlayer>(
    from player: Player, _ title: String, _ draw: (Player) -> String
  ) async -> String? {
    var player = player
    guard let script = try? script(for: Player.self), (try? await player.play(script)) != nil else {
      return nil
    }
    return draw(player)
  }
}
