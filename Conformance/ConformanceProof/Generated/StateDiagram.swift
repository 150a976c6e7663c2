internal import MessagingCore
internal import MessagingModel

/// The states of something stored and the changes that lead from one to another, found by trying:
/// in each state that was reached, every change is applied to a store.
struct StateDiagram {
  struct Edge: Equatable {
    let from: String
    let to: String
    let label: String
  }

  /// In the order in which they were found.
  private(set) var edges: [Edge] = []

  /// - Parameters:
  ///   - before: what is stored before the first change.
  ///   - moves: what may happen, with its name in the drawing.
  ///   - state: the name of the state; `nil` for "there is nothing".
  /// - Complexity: O(states × moves) stores.
  init(
    before: [Change] = [], moves: [(label: String, change: Change)],
    state: (Message?) -> String?
  ) async {
    var paths: [String?: [Change]] = [nil: before]
    var waiting: [String?] = [nil]
    while !waiting.isEmpty {
      let from = waiting.removeFirst()
      for (label, change) in moves {
        let path = (paths[from] ?? []) + [change]
        guard let message = await Self.message(after: path) else { continue }
        let to = state(message.value)
        if to != from {
          edges.append(
            Edge(from: from ?? Self.outside, to: to ?? Self.outside, label: label))
        }
        if paths[to] == nil {
          paths[to] = path
          waiting.append(to)
        }
      }
    }
  }

  /// The beginning and the end of a diagram.
  private static let outside = "[*]"

  /// The drawing as Mermaid reads it: one line for each pair of states.
  var mermaid: String {
    var pairs: [(from: String, to: String, labels: [String])] = []
    for edge in edges {
      if let index = pairs.firstIndex(where: { $0.from == edge.from && $0.to == edge.to }) {
        pairs[index].labels.append(edge.label)
      } else {
        pairs.append((edge.from, edge.to, [edge.label]))
      }
    }
    let lines = pairs.map { pair in
      let ends = [pair.from, pair.to].map { $0 == Self.outside ? $0 : Self.name($0) }
      return "    \(ends[0]) --> \(ends[1]): \(pair.labels.joined(separator: ", "))"
    }
    let names = (edges.map(\.from) + edges.map(\.to)).reduce(into: [String]()) { known, name in
      if name != Self.outside, !known.contains(name) { known.append(name) }
    }
    let titles = names.filter { Self.name($0) != $0 }.map { "    \(Self.name($0)): \($0)" }
    return (["```mermaid", "stateDiagram-v2"] + titles + lines + ["```"]).joined(separator: "\n")
      + "\n"
  }

  private static func name(_ state: String) -> String {
    state.split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
  }

  private struct Found {
    let value: Message?
  }

  /// The one message of a store to which changes were applied; `nil` if one of them was refused.
  private static func message(after changes: [Change]) async -> Found? {
    guard let store = try? await InMemoryRepository(owner: StateDiagrams.owner) else { return nil }
    for change in changes {
      guard (try? await store.apply([change])) != nil else { return nil }
    }
    let query = Query(.newest, in: StateDiagrams.conversation, limit: 1, crossesGaps: true)
    let page = try? await store.read(query)
    await store.close()
    return page.map { Found(value: $0.messages.first) }
  }
}
