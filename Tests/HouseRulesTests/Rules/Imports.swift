/// Who may import whom: the arrows of the design.
struct ImportArrow: Sendable {
  /// The folder of the module.
  let folder: String
  let mayImport: Set<String>

  private static let platform: Set = ["Foundation", "Darwin", "Glibc", "Musl", "Android"]
  private static let core: Set = ["MessagingModel", "MessagingTimeline", "MessagingCore"]
  private static let suite: Set = core.union([
    "MessagingConformance", "SpecCorpus", "FixtureCorpus",
  ])
  private static let everything: Set = suite.union([
    "ConformanceProof", "MessagingSQLite", "MessagingConformanceTesting", "ExampleBackend",
    "BuiltInSubjects", "WatchedSQLite",
    "Testing", "CustomDump", "GRDB", "GRDBSQLite", "Benchmark", "FoundationXML",
    "FoundationNetworking", "FuzzTargets", "MessagingMatrix",
  ])

  init(_ folder: String, _ mayImport: Set<String>) {
    self.folder = folder
    self.mayImport = mayImport
  }

  /// The first row whose folder holds a file is the file's.
  static let all = [
    ImportArrow("Sources/MessagingModel", []),
    ImportArrow("Sources/MessagingTimeline", ["MessagingModel"]),
    ImportArrow(
      "Sources/MessagingCore",
      platform.union([
        "MessagingModel", "MessagingTimeline", "CoreGraphics", "Dispatch", "Network",
      ])),
    ImportArrow(
      "Sources/MessagingSQLite",
      platform.union(core).union(["Dispatch", "GRDB", "GRDBSQLite"])),
    ImportArrow(
      "Sources/MessagingMatrix",
      platform.union(["FoundationNetworking", "MessagingCore", "MessagingModel"])),
    ImportArrow(
      "Sources/messaging-conformance",
      platform.union(suite).union(["BuiltInSubjects", "ConformanceProof", "ArgumentParser"])),
    ImportArrow(
      "Sources/messaging-lab", platform.union(core).union(["FlyingFox", "FlyingSocks"])),
    ImportArrow("Spec", platform),
    ImportArrow("Fixtures", platform),
    ImportArrow(
      "Conformance/MessagingConformance",
      platform.union(core).union(["Dispatch", "SpecCorpus", "FixtureCorpus", "CustomDump"])),
    ImportArrow(
      "Conformance/ConformanceProof", platform.union(suite).union(["ExampleBackend"])),
    ImportArrow(
      "Conformance/MessagingConformanceTesting", platform.union(suite).union(["Testing"])),
    ImportArrow("Conformance/ExampleBackend", platform.union(core)),
    ImportArrow(
      "Conformance/BuiltInSubjects",
      platform.union(suite).union(["MessagingSQLite", "ExampleBackend", "WatchedSQLite"])),
    ImportArrow("Conformance/WatchedSQLite", platform.union(suite).union(["GRDBSQLite"])),
    ImportArrow(
      "Conformance/MatrixLab",
      platform.union([
        "MessagingCore", "MessagingMatrix", "MessagingModel", "MessagingSQLite",
      ])),
    // A package of its own: Spec/decisions/source-mutation.md.
    ImportArrow(
      "Conformance/SourceMutation/Cases",
      platform.union(["BuiltInSubjects", "MessagingConformance", "MutationSwitch"])),
    ImportArrow(
      "Conformance/SourceMutation",
      platform.union([
        "ArgumentParser", "PackageDescription", "SourceFaults", "SourceMutation", "SwiftOperators",
        "SwiftParser", "SwiftSyntax", "Testing",
      ])),
    ImportArrow("Conformance/Fuzzing/Command", platform.union(["FuzzTargets"])),
    ImportArrow(
      "Conformance/Fuzzing",
      platform.union(core).union(["MessagingConformance", "MessagingMatrix"])),
    // A package of its own: Spec/decisions/the-spec-as-a-web-site.md.
    ImportArrow(
      "Conformance/SpecSite",
      platform.union(["ArgumentParser", "CMarkGFM", "PackageDescription", "SpecSite", "Testing"])),
    ImportArrow("Tests/HouseRulesTests", platform.union(["Testing"])),
    ImportArrow(
      "Tests/ExampleBackendTests",
      platform.union(everything).subtracting(["MessagingSQLite", "GRDB"])),
    ImportArrow("Tests", platform.union(everything)),
  ]
}

extension HouseRule {
  static let importArrows = HouseRule(
    "import-arrows",
    flagged: Example("Sources/MessagingCore/A.swift", "import Foundation\npublic import GRDB"),
    accepted: Example(
      "Conformance/MessagingConformance/A.swift",
      "public import MessagingModel\nimport struct Foundation.URL\n// import Testing")
  ) { file in
    guard file.isSwift, file.path != "Package.swift" else { return [] }
    guard let arrow = ImportArrow.all.first(where: { file.isUnder($0.folder) }) else {
      return [Violation(1, "The folder is in no row of `ImportArrow.all`: say what it may import.")]
    }
    return file.imports.compactMap { line, module in
      // The lock's two imports have a rule of their own.
      guard !arrow.mayImport.contains(module), module != "os", module != "Synchronization"
      else { return nil }
      let allowed = arrow.mayImport.sorted().joined(separator: ", ")
      return Violation(
        line,
        "\(arrow.folder) may not import \(module), only \(allowed.isEmpty ? "nothing" : allowed).")
    }
  }

  static let bridgeWithoutTests = HouseRule(
    "bridge-without-tests",
    flagged: Example(
      "Conformance/MessagingConformanceTesting/A.swift", "import Testing\n@Test func a() {}"),
    accepted: Example(
      "Conformance/MessagingConformanceTesting/A.swift", "/// Used in `@Test` functions.\nlet a = 1"
    )
  ) { file in
    guard file.isUnder("Conformance/MessagingConformanceTesting") else { return [] }
    return [["@", "Test"], ["@", "Suite"]].flatMap { phrase in
      file.places(of: phrase).map { place in
        Violation(
          file.tokens[place].line,
          "`\(phrase.joined())` in the bridge would run in the tests of everybody who links it.")
      }
    }
  }
}

extension SourceFile {
  /// The modules that the file imports, with their lines.
  fileprivate var imports: [(line: Int, module: String)] {
    let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    return places(of: ["import"]).compactMap { place in
      let next = tokens[(place + 1)...].first { !kinds.contains($0.text) }
      guard let next, next.kind == .word, next.line == tokens[place].line else { return nil }
      return (next.line, next.text)
    }
  }
}
