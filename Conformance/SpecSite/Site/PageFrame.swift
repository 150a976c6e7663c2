/// What stands around a page: its head, the way to all others, and the foot.
struct PageFrame {
  let pages: [Page]
  let verdicts: Verdicts

  /// A page as a whole document.
  func html(of page: Page) -> String {
    document(title: page.title, at: page.address, content: contents(of: page) + page.body)
  }

  /// The first page: what this is, the verdicts, and the areas of the Spec.
  var landing: String {
    let cards = verdicts.subjects.map { subject in
      let chip =
        "<span class=\"chip \(HTML.escaped(subject.name))\">"
        + "\(HTML.escaped(HTML.words(subject.name)))</span>"
      return "<li><b>\(HTML.escaped(subject.subject))</b> \(chip)</li>"
    }
    let rows = areas.map { page in
      let way = Address.relative(page.address, from: "index.html")
      let (code, words) = PageFrame.parts(of: page.title)
      return """
        <tr><th scope="row"><a href="\(HTML.escaped(way))">\(HTML.escaped(code))</a></th>
        <td>\(HTML.escaped(words))</td><td class="number">\(page.rules.count)</td>
        <td>\(bars(of: page))</td></tr>
        """
    }
    let count = pages.map(\.rules.count).reduce(0, +)
    let known =
      verdicts.run.isEmpty
      ? "<p class=\"facts\">Nothing is known of a run: build with the results of one.</p>"
      : "<p class=\"facts\">Verdicts of a run of \(HTML.escaped(verdicts.run)).</p>"
    let content = """
      <h1>The specification that runs</h1>
      <p class="lead">Rules for local-first messaging clients: \(count) of them, each with a number, \
      a reason, and examples that are executed against any implementation.</p>
      <ul class="cards">\(cards.joined())</ul>
      <div class="wide"><table class="areas">
      <thead><tr><th scope="col">Area</th><th scope="col">About</th><th scope="col">Rules</th>\
      <th scope="col">What became of them</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      \(known)
      """
    return document(title: "The specification that runs", at: "index.html", content: content)
  }

  /// The pages of rules, in the order in which the Spec names them.
  private var areas: [Page] {
    let ruled = pages.filter { $0.file.hasPrefix("Spec/requirements/") }
    let order = pages.first { $0.file == "Spec/README.md" }?.links.map(\.file) ?? []
    return ruled.sorted { a, b in
      let (one, other) = (order.firstIndex(of: a.file), order.firstIndex(of: b.file))
      return (one ?? order.count, a.file) < (other ?? order.count, b.file)
    }
  }

  /// How many rules hold on whom.
  private func bars(of page: Page) -> String {
    let all = page.rules.flatMap { verdicts.outcomes[$0.anchor] ?? [] }
    return Dictionary(grouping: all, by: \.subject).sorted { $0.key < $1.key }
      .map { subject, outcomes in
        let holds = outcomes.count { $0.name == "pass" }
        let style =
          holds == outcomes.count
          ? "pass" : outcomes.contains { $0.name == "fail" } ? "fail" : "unsupported"
        return "<span class=\"chip \(style)\" title=\"\(HTML.escaped(subject)): \(holds) of "
          + "\(outcomes.count) hold\">\(HTML.escaped(subject)) \(holds)/\(outcomes.count)</span>"
      }.joined(separator: " ")
  }

  /// The rules of a page, or its headings, folded.
  private func contents(of page: Page) -> String {
    let rules = page.rules
    let headings = rules.isEmpty ? page.headings.filter { $0.level == 2 } : rules
    guard headings.count > 2 else { return "" }
    let items = headings.map { heading in
      "<li><a href=\"#\(HTML.escaped(heading.anchor))\">\(HTML.escaped(heading.text))</a></li>"
    }
    let words = rules.isEmpty ? "On this page" : "The \(rules.count) rules of this page"
    return "<details class=\"contents\"><summary>\(words)</summary><ul>\(items.joined())</ul>"
      + "</details>\n"
  }

  /// `ORDER — The one total order` in two.
  private static func parts(of title: String) -> (code: String, words: String) {
    guard let range = title.firstRange(of: " — ") else { return (title, "") }
    return (String(title[..<range.lowerBound]), String(title[range.upperBound...]))
  }
}

extension PageFrame {
  private func document(title: String, at address: String, content: String) -> String {
    let root = String(repeating: "../", count: address.count { $0 == "/" })
    return """
      <!DOCTYPE html>
      <html lang="en" data-root="\(root)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(HTML.escaped(title))</title>
      <link rel="stylesheet" href="\(root)site.css">
      </head>
      <body>
      <header>
      <a class="home" href="\(root)index.html">messaging-spec</a>
      <div id="search"></div>
      </header>
      <div class="columns">
      <nav aria-label="Pages">
      \(navigation(at: address))
      </nav>
      <main>
      \(content)
      </main>
      </div>
      <script src="\(root)site.js"></script>
      </body>
      </html>

      """
  }

  /// All pages, in groups; the group of the page is open.
  private func navigation(at address: String) -> String {
    var groups: [(title: String, pages: [Page])] = [("Rules", areas)]
    func group(_ title: String, _ holds: (Page) -> Bool) {
      let members = pages.filter(holds)
      if !members.isEmpty { groups.append((title, members)) }
    }
    let named = [
      "Spec/guides/": "Guides", "Spec/decisions/": "Decisions", "Spec/requirements/": "",
    ]
    func isOf(_ page: Page, _ folder: String) -> Bool { page.file.hasPrefix(folder) }
    group("The Spec") { page in isOf(page, "Spec/") && !named.keys.contains { isOf(page, $0) } }
    group("Guides") { isOf($0, "Spec/guides/") }
    group("Decisions") { isOf($0, "Spec/decisions/") }
    group("The suite") { isOf($0, "Conformance/") || isOf($0, "Fixtures/") }
    group("The project") { !$0.file.contains("/") }
    return groups.map { title, members in
      let items = members.map { item($0, at: address) }.joined()
      let isOpen = title == "Rules" || members.contains { $0.address == address }
      return
        "<details\(isOpen ? " open" : "")><summary>\(title)</summary><ul>\(items)</ul></details>"
    }.joined(separator: "\n")
  }

  private func item(_ page: Page, at address: String) -> String {
    let way = Address.relative(page.address, from: address)
    let here = page.address == address ? " aria-current=\"page\"" : ""
    let (code, words) = page.rules.isEmpty ? (page.title, "") : PageFrame.parts(of: page.title)
    let small = words.isEmpty ? "" : " <small>\(HTML.escaped(words))</small>"
    return "<li><a href=\"\(HTML.escaped(way))\"\(here)>\(HTML.escaped(code))\(small)</a></li>"
  }
}
