import Foundation

/// Which case reaches which fault, and how long each takes: of the unchanged code.
package struct Coverage: Sendable {
  /// A case as it went with the switch off.
  package struct Line: Sendable, Codable {
    package let id: String
    package let milliseconds: Double
    package let reached: [Int]
    package var trouble: String?
    package var isWarning: Bool
  }

  private let cases: [Line]
  /// Faults that every case of a subject reaches: before the first one.
  private let always: [String: Set<Int>]

  /// Runs all cases of some subjects.
  package init(of subjects: [String], with program: String, jobs: Int) async throws {
    var cases: [Line] = []
    var always: [String: Set<Int>] = [:]
    let outputs = try await Concurrently.map(subjects, jobs: jobs) { subject in
      try await Tool(
        program, ["cover", subject],
        environment: ["MESSAGING_MUTATION": "0", "SWIFT_BACKTRACE": "enable=no"]
      ).run()
    }
    for (subject, ending) in zip(subjects, outputs) {
      guard ending.status == 0 else {
        throw MutationError(
          description: "unchanged code does not pass: '\(subject)' ended with "
            + "\(ending.status.map { "status \($0)" } ?? "signal \(ending.signal ?? 0)")\n"
            + ending.output.suffix(2000))
      }
      let lines = ending.output.split(separator: "\n").compactMap { line in
        try? JSONDecoder().decode(Line.self, from: Data(line.utf8))
      }
      cases += lines.filter { !$0.id.isEmpty }
      always[subject] = Set(lines.filter(\.id.isEmpty).flatMap(\.reached))
    }
    let bad = cases.filter { $0.trouble != nil && !$0.isWarning }
    guard bad.isEmpty else {
      throw MutationError(
        description: "unchanged code does not pass:\n"
          + bad.map { "  \($0.id)  \($0.trouble ?? "")" }.joined(separator: "\n"))
    }
    self.cases = cases
    self.always = always
  }

  /// How many cases there are.
  package var count: Int { cases.count }

  /// The cases that reach a fault, the cheapest first.
  ///
  /// - Parameters:
  ///   - subjects: whom to ask. A script that reaches the fault on several is asked of the first
  ///     alone: it says the same again. A check is asked of each: what it can damage, kill or cut
  ///     depends on the files of the subject.
  ///   - everybody: ask each of them everything.
  package func cases(
    reaching number: Int, of subjects: [String], everybody: Bool, isRunOnce: Bool
  ) -> [Line] {
    var asked: Set<Substring> = []
    var chosen: [Line] = []
    for subject in subjects {
      let known = cases.filter { $0.id.hasPrefix(subject + "::") }
      // What is made once is reached by the first case that asks, and used by all.
      let isForAll =
        always[subject]?.contains(number) ?? false
        || isRunOnce && known.contains { $0.reached.contains(number) }
      chosen += known.filter { isForAll || $0.reached.contains(number) }.filter { line in
        let isCheck = !line.id.contains("@")
        return asked.insert(line.id.dropFirst(subject.count)).inserted || everybody || isCheck
      }
    }
    return chosen.sorted { ($0.milliseconds, $0.id) < ($1.milliseconds, $1.id) }
  }
}

/// The same done to many things, some at a time.
enum Concurrently {
  /// Keeps the order of the elements.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], jobs: Int, _ work: @escaping @Sendable (Element) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var waiting = elements.enumerated().makeIterator()
      func start() {
        guard let (index, element) = waiting.next() else { return }
        group.addTask { (index, try await work(element)) }
      }
      for _ in 0..<max(1, jobs) { start() }
      var results: [(Int, Result)] = []
      while let done = try await group.next() {
        results.append(done)
        start()
      }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
