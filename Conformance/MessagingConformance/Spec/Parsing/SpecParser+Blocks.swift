extension SpecParser {
  mutating func readFence(_ opening: Substring) {
    let start = index
    let fence = opening.prefix { $0 == "`" }
    let info = opening.dropFirst(fence.count).trimmedText
    index += 1
    var body: [BlockLine] = []
    while index < lines.count, lines[index].trimmedText != fence {
      body.append(BlockLine(number: index + 1, text: String(lines[index])))
      index += 1
    }
    if index == lines.count {
      note("the block has no closing fence", at: start)
    }
    index += 1
    let (header, problems) = BlockHeader.read(info)
    for problem in problems { note(problem, at: start) }
    guard let header else { return }
    guard open != nil, hasMeta else {
      return note("a \(header.kind.name) block belongs under a requirement", at: start)
    }
    var block = Block(kind: header.kind, slug: header.slug, location: place(start))
    block.excludedVariants = header.excludedVariants
    block.needs = header.needs
    block.lines = body
    checkRole(of: header.kind, at: start)
    if let (script, problems) = header.kind.language?.script(of: body) {
      block.contents.script = script
      for problem in problems { note(problem.message, at: problem.line - 1) }
    }
    open?.blocks.append(block)
  }

  /// Checks that a kind of block belongs to the role of its area.
  private mutating func checkRole(of kind: BlockKind, at line: Int) {
    guard let area = open?.id.area, let role = kind.role, role != area.role else { return }
    let known = BlockKind.all.filter { $0.role == nil || $0.role == area.role }
    note(
      "a \(kind.name) block does not belong in \(area.code); known there: "
        + known.map(\.name).joined(separator: " "), at: line)
  }
}
