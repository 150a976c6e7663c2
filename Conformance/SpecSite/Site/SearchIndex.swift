internal import Foundation

/// What the search looks through: a script that sets one value, because a page that is opened from
/// a disk may not read other files.
struct SearchIndex {
  let pages: [Page]
  let root: URL

  /// `searchIndex = [[address, title, text], …]`, one entry for each heading.
  var text: String {
    let entries = pages.flatMap(entries)
    return "searchIndex = [\n\(entries.joined(separator: ",\n"))\n];\n"
  }

  private func entries(_ page: Page) -> [String] {
    let file = root.appendingPathComponent(page.file)
    let source = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let ends = page.headings.dropFirst().map { $0.line - 1 } + [lines.count]
    return zip(page.headings, ends).map { heading, end in
      let body = lines[min(heading.line, lines.count)..<max(min(end, lines.count), heading.line)]
      let words = body.joined(separator: " ").filter { !"`*|>#".contains($0) }
        .split(separator: " ").filter { !$0.hasPrefix("<a") && !$0.hasPrefix("id=") }
      let values = [
        "\(page.address)#\(heading.anchor)", heading.text, words.joined(separator: " "),
      ]
      return "[\(values.map(HTML.quoted).joined(separator: ","))]"
    }
  }
}
