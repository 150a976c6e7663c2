import Foundation

/// A package with a suite of a few cases, small enough to be built by a test: what a run does with
/// it is what it does with the real one.
struct ToyPackage {
  let root: URL

  static let source = """
    public func least(_ a: Int, _ b: Int) -> Int { a < b ? a : b }

    public func sum(_ numbers: [Int]) -> Int {
      var (index, sum) = (0, 0)
      while index < numbers.count {
        sum += numbers[index]
        index += 1
      }
      return sum
    }

    public func greeting(_ name: String) -> String { "to " + name }

    public func hole(_ a: Int) -> Int { a * 3 }

    public func forgotten(_ a: Int) -> Int { a - 1 }

    """

  /// The cases: `hole` is called, and nobody looks at what it gives.
  private static let cases = """
    import Foundation
    import MessagingTimeline
    import MutationSwitch

    let holds: [(id: String, check: () -> Bool)] = [
      ("model::TOY-001/least", { least(1, 2) == 1 && least(2, 1) == 1 }),
      ("model::TOY-002/sum", { sum([1, 2, 3]) == 6 }),
      ("model::TOY-003/greeting", { greeting("b") == "to b" }),
      ("model::TOY-004/hole", { _ = hole(2); return FIRST }),
    ]
    if CommandLine.arguments[1] == "cover" {
      print("{\\"id\\":\\"\\",\\"milliseconds\\":0,\\"reached\\":[],\\"isWarning\\":false}")
      for (id, check) in holds {
        mutation_clear()
        let trouble = check() ? "" : ",\\"trouble\\":\\"no\\""
        let reached = (1...max(1, mutation_count())).filter { mutation_was_reached($0) }
        print(
          "{\\"id\\":\\"\\(id)\\",\\"milliseconds\\":1,\\"reached\\":\\(reached),\\"isWarning\\":false\\(trouble)}")
      }
    } else {
      while let line = readLine() {
        let words = line.split(separator: " ")
        print("case \\(words[0])")
        fflush(nil)
        alarm(UInt32(words[1]) ?? 1)
        if let found = holds.first(where: { $0.id == words[0] }), !found.check() {
          print("seen no")
          exit(1)
        }
      }
      print("end")
    }

    """

  /// A unit test that looks at what no case looks at.
  private static let tests = """
    import MessagingTimeline
    import Testing

    @Test("three times") func threeTimes() { #expect(hole(2) == 6) }

    """

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription
    let settings: [SwiftSetting] = []
    let package = Package(
      name: "toy",
      targets: [
        .target(name: "MessagingTimeline"),
        .target(name: "MessagingConformance", path: "Conformance/Suite"),
        .target(
          name: "BuiltInSubjects", dependencies: ["MessagingTimeline"],
          path: "Conformance/Subjects"),
        .testTarget(name: "MessagingTimelineTests", dependencies: ["MessagingTimeline"]),
      ])

    """

  /// Writes the package into a new folder.
  ///
  /// - Parameter holds: whether the unchanged code passes.
  init(holds: Bool = true, named name: String) throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent(
      "toy-\(name)-\(ProcessInfo.processInfo.processIdentifier)")
    try write("Package.swift", Self.manifest)
    try write("Sources/MessagingTimeline/Scrolling/Toy.swift", Self.source)
    try write("Tests/MessagingTimelineTests/ToyTests.swift", Self.tests)
    try write("Conformance/Suite/Suite.swift", "\n")
    try write("Conformance/Subjects/Subjects.swift", "@_exported import MessagingTimeline\n")
    try write(
      "Conformance/SourceMutation/Cases/main.swift",
      Self.cases.replacing("FIRST", with: "\(holds)"))
  }

  func write(_ path: String, _ text: String) throws {
    let url = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func remove() { try? FileManager.default.removeItem(at: root) }
}
