internal import MessagingConformance

extension Spec {
  /// One Swift test for each requirement with evidence, by area: `swift test --filter REPO-004`
  /// finds it, and so do an IDE and the xUnit report.
  func requirementTests() -> [GeneratedFile] {
    Area.all.flatMap { area -> [GeneratedFile] in
      let rows = requirements.filter {
        $0.id.area == area && $0.withdrawn == nil && !$0.blocks.isEmpty
      }
      let parts = stride(from: 0, to: rows.count, by: testsPerFile).map {
        Array(rows[$0..<min($0 + testsPerFile, rows.count)])
      }
      return parts.enumerated().map { index, rows in
        let suffix = parts.count == 1 ? "" : "-\(index + 1)"
        return GeneratedFile(
          path: "\(GeneratedFile.testPrefix)-\(area.code)\(suffix).swift",
          text: Spec.testFile(area, suffix, rows))
      }
    }
  }

  private var testsPerFile: Int { 40 }

  private static func testFile(
    _ area: Area, _ suffix: String, _ rows: [Requirement]
  ) -> String {
    let tests = rows.map { requirement in
      """
        @Test(arguments: subjectNames(playing: .\(area.role.name)))
        func `\(requirement.testName)`(
          on subject: String
        ) async throws {
          try await expectConformance(of: subject, to: "\(requirement.id)")
        }

      """
    }
    return """
      // Generated from Spec/requirements: `messaging-conformance spec check --write`.
      import MessagingConformance
      import Testing

      @Suite struct `\(area.code)\(suffix) \(area.title.plainName)` {
      \(tests.joined(separator: "\n"))}

      """
  }
}

extension Requirement {
  /// The id and the title, as a name in backticks: at most 80 characters, whole words.
  fileprivate var testName: String {
    var name = id.description
    for word in title.plainName.split(separator: " ") {
      guard name.count + word.count < 80 else { break }
      name += " \(word)"
    }
    return name
  }
}

extension String {
  /// In ASCII, without what a raw identifier cannot hold.
  fileprivate var plainName: String {
    String(
      unicodeScalars.map { scalar in
        scalar.isASCII && scalar != "`" && scalar != "\\" && scalar.value >= 32
          ? Character(scalar) : " "
      }
    ).split(separator: " ").joined(separator: " ")
  }
}
