internal import MessagingConformance
internal import MessagingModel

// Stories of sending: what happens is written here; what must be seen was worked out on paper, or
// by a count that knows nothing of queues.
extension GoldenFixtures {
  static var outages: GoldenFixture {
    GoldenFixture(
      "outages", .send, covers: ["SEND-065"], .paper,
      about: [
        "Days on which much goes wrong, as scripts of send blocks (Spec, grammar.md).",
        "Waits double from a second to a minute; what never left is never on the wire.",
      ], outageStories.flatMap { ["", "case \($0.name)"] + $0.lines })
  }

  static var echoAndAnswer: GoldenFixture {
    GoldenFixture(
      "echo-and-answer", .send, covers: ["SEND-019", "SEND-066"], .naive,
      about: [
        "A message is in flight. Its answer, its echo and what is said meanwhile, in every order.",
        "The requests are counted by EchoOrder, which knows nothing of queues and stores.",
      ], EchoOrder.lines)
  }

  static var photoOnItsWay: GoldenFixture {
    GoldenFixture(
      "photo-on-its-way", .send, covers: ["MEDIA-014"], .paper,
      about: [
        "Each state of a message with a photo, with each thing that can happen next.",
        "The table is PhotoTable: what is shown, how often the upload began, what was stopped, the",
        "requests that reached the server, and whose files were removed.",
      ], PhotoTable.lines)
  }
}

/// The order of what happens while a message is in flight.
struct EchoOrder {
  private enum Move: String, CaseIterable {
    case edit, react, second, echo, answer
    /// The echo, from a server that does not tell our id.
    case anonymous

    var step: String {
      switch self {
      case .edit: #"amend d1 c1 edit "new""#
      case .react: #"amend d2 c1 react "+""#
      case .second: #"send c2 "two""#
      case .echo: "echo c1"
      case .anonymous: "echo c1 anonymous"
      case .answer: "release"
      }
    }

    /// What it has to become at the server.
    var request: String? {
      switch self {
      case .edit: "edit:d1"
      case .react: "react:d2"
      case .second: "publish:c2"
      case .echo, .anonymous, .answer: nil
      }
    }
  }

  private let moves: [Move]

  /// All orders with the echo, then those with a nameless one.
  static var lines: [String] {
    let common = [
      "? state c1 = sent", #"? text c1 = "new""#, #"? kept c1 = "new""#, #"? reacted c1 = "+""#,
      "? dependents c1 = none", "? outbox = none", "? due = none",
    ].map { "finally \($0)" }
    let one: [Move] = [.edit, .react, .anonymous, .answer]
    let two: [Move] = [.edit, .react, .second, .echo, .answer]
    return [""] + common + ["finally ? server = c1", "finally ? timeline = | c1"]
      + orders(of: one).flatMap(\.lines) + [""] + common
      + ["finally ? server = c1 c2", "finally ? timeline = | c1 c2", "finally ? state c2 = sent"]
      + orders(of: two).flatMap(\.lines)
  }

  private static func orders(of moves: [Move]) -> [EchoOrder] {
    guard !moves.isEmpty else { return [EchoOrder(moves: [])] }
    return moves.indices.flatMap { first -> [EchoOrder] in
      var rest = moves
      let move = rest.remove(at: first)
      return orders(of: rest).map { EchoOrder(moves: [move] + $0.moves) }
    }
  }

  private var lines: [String] {
    let steps = ["hold", #"send c1 "one""#] + moves.map(\.step)
    let wires = wires.map { $0.joined(separator: " ") }.joined(separator: " or ")
    return [
      "", "case \(moves.map(\.rawValue).joined(separator: "-"))",
      "do \(steps.joined(separator: "; "))", "? wire = \(wires)",
    ]
  }

  /// The requests. While one is in flight everything waits; then changes go in the order in which
  /// they were made, the edit before the second message. Once nothing is in flight, each goes as it
  /// is made. Whether a reaction that was made after the second message goes before it is free.
  private var wires: [[String]] {
    let answer = moves.firstIndex(of: .answer) ?? 0
    let (before, after) = (moves[..<answer], moves[answer...].compactMap(\.request))
    let changes = before.filter { $0 == .edit || $0 == .react }.compactMap(\.request)
    let second = before.contains(.second) ? ["publish:c2"] : []
    var wires = [["publish:c1"] + changes + second + after]
    if let place = before.firstIndex(of: .second), changes.last == "react:d2",
      before[place...].contains(.react)
    {
      wires.append(["publish:c1"] + changes.dropLast() + second + ["react:d2"] + after)
    }
    return wires
  }
}
