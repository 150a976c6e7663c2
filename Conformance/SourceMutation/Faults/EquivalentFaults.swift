/// Faults that change nothing that a requirement could ask for, each with the reason: a list that
/// is kept beside the suite.
///
///     Sources/MessagingModel/Log/Gap.swift boundary 1
///     - left < right
///     + left <= right
///     because two gaps never end in one place: GapSet joins them
///
/// No line numbers: an entry holds as long as its text stands in the file. Where the same text
/// stands several times, the number says which is meant. Lines that begin with `#` are notes.
public struct EquivalentFaults: Sendable {
  /// One fault of the list.
  public struct Entry: Hashable, Sendable {
    public let name: Fault.Name
    public let reason: String
    /// Where the entry stands, from 1 on.
    public let line: Int
  }

  public let entries: [Entry]
  /// What is wrong with the list, a line each.
  public let problems: [String]

  /// Reads a list; what cannot be read is told in `problems`.
  public init(_ text: String, file: String = "equivalent-faults.txt") {
    var entries: [Entry] = []
    var problems: [String] = []
    var block: [(line: Int, text: Substring)] = []
    func close() {
      guard let first = block.first else { return }
      if let entry = Self.entry(block) {
        entries.append(entry)
      } else {
        problems.append(
          "\(file):\(first.line): an entry is `path kind number`, `- text`, `+ text`, `because …`")
      }
      block = []
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("#") { continue }
      if line.allSatisfy(\.isWhitespace) { close() } else { block.append((index + 1, line)) }
    }
    close()
    for entry in entries.enumerated()
    where entries[..<entry.offset].contains(where: {
      $0.name == entry.element.name
    }) {
      problems.append("\(file):\(entry.element.line): the entry appears twice; remove one")
    }
    self.entries = entries
    self.problems = problems
  }

  private static func entry(_ block: [(line: Int, text: Substring)]) -> Entry? {
    guard block.count >= 4 else { return nil }
    let words = block[0].text.split(separator: " ")
    guard words.count == 3, let kind = FaultKind(rawValue: String(words[1])),
      let ordinal = Int(words[2]), block[1].text.hasPrefix("- "), block[2].text.hasPrefix("+ "),
      block[3].text.hasPrefix("because ")
    else { return nil }
    let faulty = block[2].text.dropFirst(2)
    let reason = block[3...].map { $0.text.trimmingPrefix("because ") }.joined(separator: " ")
    return Entry(
      name: Fault.Name(
        path: String(words[0]), kind: kind, original: String(block[1].text.dropFirst(2)),
        faulty: faulty == "(nothing)" ? "" : String(faulty), ordinal: ordinal),
      reason: reason, line: block[0].line)
  }

  /// The reason why a fault is equivalent; nil if it is not in the list.
  public func reason(for name: Fault.Name) -> String? {
    entries.first { $0.name == name }?.reason
  }

  /// The entries of which there is no fault any more.
  ///
  /// - Parameter faults: those that can be planted, in all files of the list.
  public func stale(among faults: Set<Fault.Name>) -> [Entry] {
    entries.filter { !faults.contains($0.name) }
  }
}

extension Fault {
  /// What has to be written into the list, with a place for the reason.
  public var listEntry: String {
    "\(name.path) \(name.kind.rawValue) \(name.ordinal)\n\(difference)\nbecause …"
  }
}
