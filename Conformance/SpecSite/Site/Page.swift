/// A Markdown file as a part of the site.
struct Page {
  /// Where the file is in the repository: `Spec/requirements/REPO.md`.
  let file: String
  /// The first heading, or the file's name.
  var title: String
  /// What stands between the head of the page and its foot.
  var body = ""
  /// All headings, in order.
  var headings: [Heading] = []
  /// Where links can lead inside the page.
  var anchors: Set<String> = []
  /// Where its own links lead, inside the site.
  var links: [Link] = []
  /// Pictures that it shows, as paths in the repository.
  var assets: Set<String> = []
  /// Markup that does not show, with its line.
  var problems: [String] = []

  struct Heading: Hashable {
    let level: Int
    let anchor: String
    let text: String
    /// From 1.
    let line: Int
    /// Whether it is a numbered rule: its anchor is the id.
    let isRule: Bool
  }

  struct Link: Hashable {
    let file: String
    let anchor: String?
    /// From 1.
    let line: Int
  }

  /// Where the page is in the site.
  var address: String { Address.page(of: file) }

  /// The numbered rules of the page.
  var rules: [Heading] { headings.filter(\.isRule) }
}

/// Makes pages of Markdown files.
struct PageReader {
  /// The Markdown files of the site.
  let files: Set<String>
  /// Whether something is a file of the repository.
  let isFile: (String) -> Bool
  let verdicts: Verdicts

  /// Reads a file of the repository.
  func page(_ file: String, _ text: String) -> Page {
    let tree = MarkdownTree(text)
    let name = file.split(separator: "/").last.map(String.init) ?? file
    var page = Page(file: file, title: name)
    let anchors = takeAnchors(of: tree, &page)
    for node in tree.nodes(.link) { link(node, tree, &page) }
    for node in tree.nodes(.image) { image(node, tree, &page) }
    headings(of: tree, anchors, &page)
    for node in tree.nodes(.codeBlock) { block(node, tree, &page) }
    for node in tree.nodes(.code) where !tree.isInLink(node) { ruleName(node, tree, &page) }
    if let first = page.headings.first { page.title = first.text }
    // Two things that are said of a rule stand in one quote.
    page.body = tree.html.replacing("\nIf this fails:", with: "<br>\nIf this fails:")
    return page
  }

  /// Takes `<a id="REPO-001"></a>` out of the text, and says on which line which name stands.
  private func takeAnchors(of tree: MarkdownTree, _ page: inout Page) -> [Int: String] {
    let headings = Set(tree.nodes(.heading).map(tree.line))
    var anchors: [Int: String] = [:]
    for node in tree.nodes(.htmlInline) {
      let (literal, line) = (tree.literal(of: node), tree.line(of: node))
      let parts = literal.split(separator: "\"", omittingEmptySubsequences: false)
      if parts.count == 3, parts[0] == "<a id=", parts[2] == ">" {
        let name = String(parts[1])
        anchors[line] = name
        page.anchors.insert(name)
        // The heading below takes it over.
        let isTaken = headings.contains(line + 1) || headings.contains(line + 2)
        tree.replace(node, with: isTaken ? "" : "<span id=\"\(HTML.escaped(name))\"></span>")
      } else if literal == "</a>" {
        tree.replace(node, with: "")
      } else if literal.hasPrefix("<br") {
        tree.replace(node, with: "<br>")
      } else if !literal.hasPrefix("<!--") {
        page.problems.append(
          "\(page.file):\(line): the page does not show raw HTML; write Markdown")
      }
    }
    for node in tree.nodes(.htmlBlock) where !tree.literal(of: node).hasPrefix("<!--") {
      page.problems.append(
        "\(page.file):\(tree.line(of: node)): the page does not show raw HTML; write Markdown")
    }
    return anchors
  }

  private func headings(
    of tree: MarkdownTree, _ anchors: [Int: String], _ page: inout Page
  ) {
    for node in tree.nodes(.heading) {
      let (level, line, text) = (tree.level(of: node), tree.line(of: node), tree.text(of: node))
      let own = anchors[line - 1] ?? anchors[line - 2]
      var anchor = own ?? HTML.slug(text)
      var number = 0
      while own == nil, page.anchors.contains(anchor) {
        number += 1
        anchor = "\(HTML.slug(text))-\(number)"
      }
      page.anchors.insert(anchor)
      let isRule = own.map { text.hasPrefix("\($0) ") } ?? false
      page.headings.append(
        Page.Heading(level: level, anchor: anchor, text: text, line: line, isRule: isRule))
      let shown = inside(tree.html(of: node))
      let name = HTML.escaped(anchor)
      let chips =
        isRule ? (verdicts.outcomes[anchor] ?? []).map(HTML.chip).joined(separator: " ") : ""
      tree.replace(
        node,
        with: """
          <h\(level) id="\(name)"\(isRule ? " class=\"rule\"" : "")>\(shown) \
          <a class="permalink" href="#\(name)" aria-label="Link to this place">#</a></h\(level)>
          \(chips.isEmpty ? "" : "<p class=\"verdicts\">\(chips)</p>")

          """)
    }
  }

  private func link(_ node: MarkdownTree.Node, _ tree: MarkdownTree, _ page: inout Page) {
    let address = tree.address(of: node)
    guard !Address.isOutside(address) else { return }
    let (path, anchor) = Address.split(address)
    let target = path.isEmpty ? page.file : Address.resolve(path, from: page.file)
    let readme = target.map { $0.isEmpty ? "README.md" : "\($0)/README.md" } ?? ""
    let file = target.flatMap { files.contains($0) ? $0 : files.contains(readme) ? readme : nil }
    if let file {
      page.links.append(Page.Link(file: file, anchor: anchor, line: tree.line(of: node)))
      let place = anchor.map { "#\($0)" } ?? ""
      let way = Address.relative(Address.page(of: file), from: Address.page(of: page.file))
      tree.setAddress(of: node, to: (path.isEmpty ? "" : way) + place)
    } else {
      // A file of the repository that is no page: it is named, and leads nowhere.
      let known = target.map(isFile) ?? false
      if !known { page.problems.append("\(page.file): the link \(address) leads nowhere") }
      tree.replace(
        node,
        with: "<span class=\"file\" title=\"\(HTML.escaped(target ?? address))\">"
          + "\(inside(tree.html(of: node)))</span>")
    }
  }

  /// A rule that is named as code leads to it.
  private func ruleName(_ node: MarkdownTree.Node, _ tree: MarkdownTree, _ page: inout Page) {
    let name = tree.literal(of: node)
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 3, parts[1].allSatisfy(\.isNumber) else { return }
    let file = "Spec/requirements/\(parts[0]).md"
    guard files.contains(file) else { return }
    page.links.append(Page.Link(file: file, anchor: name, line: tree.line(of: node)))
    let way = file == page.file ? "" : Address.relative(Address.page(of: file), from: page.address)
    tree.replace(node, with: "<a href=\"\(way)#\(name)\"><code>\(name)</code></a>")
  }

  private func image(_ node: MarkdownTree.Node, _ tree: MarkdownTree, _ page: inout Page) {
    let address = tree.address(of: node)
    guard !Address.isOutside(address), let target = Address.resolve(address, from: page.file),
      isFile(target)
    else {
      page.problems.append("\(page.file): \(address) is no picture")
      return
    }
    page.assets.insert(target)
  }

  /// A block of evidence: its kind and name above it, its drawing below it. A link leads to it as
  /// `#REPO-001/slug`.
  private func block(_ node: MarkdownTree.Node, _ tree: MarkdownTree, _ page: inout Page) {
    let line = tree.line(of: node)
    guard let rule = page.headings.last(where: { $0.line < line }), rule.isRule else { return }
    let words = tree.info(of: node).split(separator: " ").map(String.init)
    guard words.count >= 2 else { return }
    let name = "\(rule.anchor)/\(words[1])"
    page.anchors.insert(name)
    let rest = words.dropFirst(2).joined(separator: " ")
    let lines = tree.literal(of: node).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(shown)
    tree.replace(
      node,
      with: """
        <figure class="block" id="\(HTML.escaped(name))">
        <figcaption>\(HTML.escaped(words[0])) <b>\(HTML.escaped(words[1]))</b> \
        \(HTML.escaped(rest)) <a class="permalink" href="#\(HTML.escaped(name))" \
        aria-label="Link to this block">#</a></figcaption>
        <pre><code>\(lines.joined(separator: "\n"))</code></pre>
        \(drawing(of: "\(rule.anchor)-\(words[1])", &page))
        </figure>

        """)
  }

  /// A line of a script: what is expected and what is said stand out.
  private func shown(_ line: Substring) -> String {
    let style = line.hasPrefix("? ") ? "expected" : line.hasPrefix("-- ") ? "said" : nil
    let text = HTML.escaped(line)
    return style.map { "<span class=\"\($0)\">\(text)</span>" } ?? text
  }

  private func drawing(of name: String, _ page: inout Page) -> String {
    let file = "Spec/figures/\(name).svg"
    guard isFile(file) else { return "" }
    page.assets.insert(file)
    let way = Address.relative(file, from: page.address)
    return
      "<img src=\"\(HTML.escaped(way))\" alt=\"\(HTML.escaped(name)), drawn\" loading=\"lazy\">"
  }

  /// What stands between the first tag and the last one.
  private func inside(_ html: String) -> String {
    guard let start = html.firstIndex(of: ">"), let end = html.lastIndex(of: "<"),
      html.index(after: start) <= end
    else { return html }
    return String(html[html.index(after: start)..<end])
  }
}
