import Testing

/// What the pages for those who carry on name exists.
@Suite struct PagesTests {
  private static let pages = [
    "Spec/tour.md", ".github/CONTRIBUTING.md", ".github/CHANGELOG.md",
  ]

  @Test(arguments: pages)
  func `every link leads to a file`(page: String) throws {
    let links = try Self.links(in: text(of: page))
    #expect(!links.isEmpty)
    for link in links where !link.contains("://") {
      let path = Self.resolve(link, from: page)
      #expect(isThere(path), "\(page): \(link)")
    }
  }

  @Test func `the tour names rules and files that exist`() throws {
    let tour = try text(of: "Spec/tour.md")
    let ids = try Set(text(of: "Spec/ids.lock").split(separator: "\n").map(String.init))
    let named = Self.links(in: tour).compactMap { link -> (String, String)? in
      let parts = link.split(separator: "#")
      guard parts.count == 2, link.hasPrefix("requirements/") else { return nil }
      return (String(parts[0]), String(parts[1]))
    }
    #expect(named.count > 30)
    for (file, id) in named {
      #expect(ids.contains(id), "\(id)")
      #expect(try text(of: "Spec/\(file)").contains("<a id=\"\(id)\"></a>"), "\(id) in \(file)")
    }
    // What a link says is what it leads to.
    let links = Self.links(in: tour)
    let words = Self.quoted(in: tour).filter { $0.hasPrefix("Sources/") }
    #expect(words.count > 8)
    for path in words {
      #expect(isThere(path), "\(path)")
      #expect(links.contains("../\(path)"), "\(path)")
    }
  }

  @Test func `the version is in one place, and the first of the changelog`() throws {
    let runner = try text(of: "Conformance/MessagingConformance/Engine/ConformanceRunner.swift")
    let start = try #require(runner.firstRange(of: "public static let version = \""))
    let version = String(runner[start.upperBound...].prefix { $0 != "\"" })
    let changelog = try text(of: ".github/CHANGELOG.md")
    let heading = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(heading.dropFirst(3).prefix { $0 != " " } == version)
    let command = try text(of: "Sources/messaging-conformance/MessagingConformanceCommand.swift")
    #expect(command.contains("version: ConformanceRunner.version"))
    let others = Repository.current.files.filter {
      $0.path.hasSuffix(".swift") && $0.lines.contains { $0.contains("\"\(version)\"") }
    }
    #expect(
      others.map(\.path) == ["Conformance/MessagingConformance/Engine/ConformanceRunner.swift"])
  }

  @Test func `the version of the Spec is in one place, and in its README`() throws {
    let path = "Conformance/MessagingConformance/Engine/ConformanceRunner.swift"
    let runner = try text(of: path)
    let start = try #require(runner.firstRange(of: "public static let specVersion = \""))
    let version = String(runner[start.upperBound...].prefix { $0 != "\"" })
    #expect(try text(of: "Spec/README.md").contains("The Spec has a version, now \(version)."))
    let others = Repository.current.files.filter {
      $0.path.hasSuffix(".swift") && !$0.path.hasPrefix("Tests/")
        && $0.lines.contains { $0.contains("\"\(version)\"") }
    }
    #expect(others.map(\.path) == [path])
  }

  @Test func `a link is read from where it stands`() {
    #expect(Self.resolve("../README.md#a", from: "Spec/tour.md") == "README.md")
    #expect(Self.resolve("a.svg", from: "Spec/tour.md") == "Spec/a.svg")
    #expect(Self.links(in: "[a](b.md) ![c](d.svg) (e)") == ["b.md", "d.svg"])
    #expect(Self.quoted(in: "a `b` c `d`") == ["b", "d"])
  }

  /// The targets of the links and pictures of a page.
  private static func links(in text: String) -> [String] {
    text.split(separator: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
  }

  private static func quoted(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  private static func resolve(_ link: String, from page: String) -> String {
    var folders = page.split(separator: "/").dropLast().map(String.init)
    for part in link.prefix(while: { $0 != "#" }).split(separator: "/") {
      if part == ".." { folders.removeLast() } else { folders.append(String(part)) }
    }
    return folders.joined(separator: "/")
  }

  private func isThere(_ path: String) -> Bool { Repository.current.holds(path) }

  private func text(of path: String) throws -> String {
    try #require(Repository.current.text(of: path), "\(path)")
  }
}
