import Foundation
import Testing

/// What the README tells those who plug in a backend exists under these names.
@Suite struct ReadmeAdopterTests {
  private static let settings =
    "Conformance/MessagingConformanceTesting/ConformanceSettings.swift"
  private static let command = "Sources/messaging-conformance/RunCommand.swift"

  @Test func `the products of the package snippet are there`() throws {
    let manifest = try text(of: "Package.swift")
    let named = try words(in: text(of: "README.md"), between: ".product(name: \"", and: "\"")
    #expect(!named.isEmpty)
    for name in named where !manifest.contains(".library(name: \"\(name)\"") {
      Issue.record("README.md: there is no product \(name)")
    }
  }

  @Test func `the variables and options of the table are read`() throws {
    let readme = try text(of: "README.md")
    let settings = try text(of: Self.settings)
    let command = try text(of: Self.command)
    let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| `CONFORMANCE") }
    #expect(rows.count == 7)
    for row in rows {
      let variable = String(row.dropFirst(3).prefix { $0 != "=" })
      #expect(settings.contains("\"\(variable)\""), "\(variable)")
      let option = try #require(words(in: String(row), between: "`--", and: "`").first)
      let parts = option.split(separator: "-")
      let property = parts.prefix(1) + parts.dropFirst().map { $0.capitalized[...] }
      #expect(command.contains("var \(property.joined())"), "--\(option)")
    }
  }

  @Test func `the protocols of the list of roles are there`() throws {
    let readme = try text(of: "README.md")
    let list = try #require(readme.split(separator: "The protocols of a subject").last)
    let named = words(
      in: String(list.prefix { $0 != "." }), between: "`", and: "`"
    ).filter { $0.hasSuffix("Subject") }
    #expect(named.count == 25)
    let sources = Repository.current.files.filter {
      $0.path.hasPrefix("Conformance/MessagingConformance/")
    }
    for name in named {
      let isDeclared = sources.contains { file in
        file.lines.contains { $0.hasPrefix("public protocol \(name)") }
      }
      #expect(isDeclared, "\(name)")
    }
  }

  private func text(of path: String) throws -> String {
    let file = try #require(Repository.current.files.first { $0.path == path }, "\(path)")
    return file.lines.joined(separator: "\n")
  }

  private func words(in text: String, between start: String, and end: Character) -> [String] {
    text.split(separator: start).dropFirst().map { String($0.prefix { $0 != end }) }
  }
}
