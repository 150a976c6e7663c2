internal import MessagingCore
internal import MessagingTimeline

/// The smallest examples of a capability of a list differ.
struct DifferExample {
  /// One pair of lists of rows, and what the diff between them has to say.
  private struct Pair {
    let old: String
    let new: String
    let expected: [String]
  }

  private let pairs: [Pair]
  private let found: (TimelineDiff) -> [String]

  /// - Returns: `nil` for a capability of a store or of a sender.
  init?(_ capability: Capability) {
    switch capability {
    case .arrivals:
      pairs = DifferExample.arrivals
      found = { $0.inserts.filter(\.isNew).map { DiffRow($0.item).name } }
    case .aspects:
      pairs = DifferExample.aspects
      found = { $0.updates.flatMap(\.aspects.words) }
    case .durable, .gaps, .edits, .reactions, .receipts, .media, .threads, .index, .faults,
      .powerLoss, .shared, .releases, .virtualTime, .sendingEdits, .sendingFiles, .sendingDiagnosis,
      .sendingCredentials:
      return nil
    }
  }

  /// Returns what the differ does wrong in the first example that does not work; `nil` if all work.
  func problem(of differ: any TimelineDiffing) -> String? {
    for pair in pairs {
      let found = found(
        differ.diff(from: timeline(pair.old, version: 1), to: timeline(pair.new, version: 2)))
      guard found != pair.expected else { continue }
      let (seen, wanted) = (found.joined(separator: " "), pair.expected.joined(separator: " "))
      return "from '\(pair.old)' to '\(pair.new)' it says '\(seen)', expected '\(wanted)'"
    }
    return nil
  }

  private func timeline(_ rows: String, version: Int64) -> Timeline {
    Timeline(
      version: version, rows: rows.split(separator: " ").compactMap { DiffRow(String($0))?.item })
  }

  private static let arrivals = [
    Pair(old: "", new: "m1", expected: []),
    Pair(old: "m1", new: "m1 m2", expected: ["m2"]),
    Pair(old: "m1 c1", new: "m1 m2 c1", expected: ["m2"]),
    Pair(old: "m1", new: "m1 typing", expected: []),
  ]

  private static let aspects = [
    Pair(old: "m1", new: "m1+", expected: ["metadata"]),
    Pair(old: "m1", new: "m1*", expected: ["content"]),
    Pair(old: "m1", new: "m1^", expected: ["grouping"]),
  ]
}

extension DiffChecks {
  /// No undeclared capability of a differ works in its smallest examples.
  static func undeclaredOnesFail(_ context: Context) async throws {
    for capability in Capability.allCases
    where !context.subject.capabilities.contains(capability) {
      guard let example = DifferExample(capability) else { continue }
      context.count(steps: 1)
      try context.expect(
        example.problem(of: context.subject.timelineDiffing()) != nil,
        "\(capability.rawValue) works and is not declared")
    }
  }
}
