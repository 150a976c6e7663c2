/// Paths inside the repository and inside the site: both have the same folders.
enum Address {
  /// The path that a relative link in a file means, without `.` and `..`; `nil` if it leads out.
  static func resolve(_ link: String, from file: String) -> String? {
    var parts = link.hasPrefix("/") ? [] : file.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") {
      switch part {
      case ".": break
      case "..":
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      default: parts.append(String(part))  // foreign: names of files
      }
    }
    return parts.joined(separator: "/")
  }

  /// The link that leads from one file to another.
  static func relative(_ target: String, from file: String) -> String {
    var (to, from) = (target.split(separator: "/")[...], file.split(separator: "/").dropLast()[...])
    while to.count > 1, let first = from.first, first == to.first {
      to = to.dropFirst()
      from = from.dropFirst()
    }
    return (from.map { _ in ".." } + to.map(String.init)).joined(separator: "/")
  }

  /// The page of a Markdown file: `Spec/README.md` is `Spec/index.html`. The first page of the site
  /// is a page of its own.
  static func page(of file: String) -> String {
    if file == "README.md" { return "readme.html" }
    let stem = file.dropLast(".md".count)
    return stem == "README" || stem.hasSuffix("/README")
      ? stem.dropLast("README".count) + "index.html" : stem + ".html"
  }

  /// A link in two: what stands before the `#`, and behind it.
  static func split(_ link: String) -> (path: String, anchor: String?) {
    guard let sign = link.firstIndex(of: "#") else { return (link, nil) }
    return (String(link[..<sign]), String(link[link.index(after: sign)...]))
  }

  /// Whether a link names another machine.
  static func isOutside(_ link: String) -> Bool {
    link.contains("://") || link.hasPrefix("mailto:")
  }
}
