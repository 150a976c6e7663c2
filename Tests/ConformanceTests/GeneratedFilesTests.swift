import ConformanceProof
import Foundation
import MessagingConformance
import Testing

/// What is made from the Spec and the code is what lies in the repository.
@Suite struct GeneratedFilesTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let sources = SourceTree(root: root)

  private static func spec() throws -> Spec {
    try Spec(directory: root.appendingPathComponent("Spec/requirements"))
  }

  @Test func `generated files are up to date`() async throws {
    for file in await GeneratedFile.all(of: try Self.spec(), Self.sources) {
      let text = try? String(
        contentsOf: Self.root.appendingPathComponent(file.path), encoding: .utf8)
      #expect(text == file.text, "\(file.path): run 'messaging-conformance spec check --write'")
    }
  }

  @Test func `the Spec keeps its own rules`() throws {
    let lock = try String(
      contentsOf: Self.root.appendingPathComponent("Spec/ids.lock"), encoding: .utf8)
    #expect(Lint.checkAll(try Self.spec(), .current(idsLock: lock)).map(\.description) == [])
  }

  @Test func `no test and no drawing is left of a requirement that is gone`() async throws {
    let expected = await Set(GeneratedFile.all(of: try Self.spec(), Self.sources).map(\.path))
    let found = try GeneratedFile.folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        atPath: Self.root.appendingPathComponent(folder).path
      ).map { "\(folder)/\($0)" }
    }.filter(GeneratedFile.isGenerated)
    #expect(Set(found).subtracting(expected) == [])
  }

  @Test func `a figure stands under the block that it draws`() throws {
    let folder = Self.root.appendingPathComponent("Spec/figures").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".svg") }.map { String($0.dropLast(4)) }
    #expect(!names.isEmpty)
    for area in Set(names.map { $0.prefix { $0 != "-" } }) {
      let path = "Spec/requirements/\(area).md"
      let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
      for name in names where name.hasPrefix("\(area)-") {
        let slug = name.dropFirst(area.count + 5)
        let rule = text.ranges(of: "<a id=\"\(name.dropLast(slug.count + 1))\"></a>").first
        let block = rule.flatMap { text[$0.upperBound...].firstRange(of: " \(slug)\n") }
        let below = block.flatMap { text[$0.upperBound...].firstRange(of: "\n```\n\n") }
        let figure = "![\(name)](../figures/\(name).svg)\n"
        #expect(
          below.map { text[$0.upperBound...].hasPrefix(figure) } == true, "\(path): \(figure)")
      }
    }
  }

  @Test func `the bundled Spec is the one of the repository`() throws {
    #expect(try Spec.bundled() == Self.spec())
  }

  @Test func `every requirement with evidence has a test of its own`() async throws {
    let spec = try Self.spec()
    let tests = await GeneratedFile.all(of: spec, Self.sources).filter {
      $0.path.hasSuffix(".swift")
    }
    let text = tests.map(\.text).joined()
    for requirement in spec.requirements
    where requirement.withdrawn == nil && !requirement.blocks.isEmpty {
      #expect(text.contains("func `\(requirement.id) "))
    }
    for file in tests {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 400)
      #expect(lines.allSatisfy { $0.utf8.count <= 100 })
    }
  }
}
