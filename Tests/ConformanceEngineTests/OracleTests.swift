import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

@Suite struct OracleTests {
  #if DEBUG
    private static let histories = 150
  #else
    private static let histories = 2_000
  #endif

  /// The seed of a failure is all that is needed to see it again: give it to `disagreement(seed:)`.
  @Test func `the reference and the oracle agree on random histories`() async throws {
    var failures = 0
    for seed in 0..<UInt64(Self.histories) {
      guard let report = try await disagreement(seed: seed) else { continue }
      failures += 1
      Issue.record("\(report)")
      if failures == 3 { return }
    }
  }
}

/// Plays the history of a seed on both.
///
/// - Returns: the shrunk history and the first answer that differs, if one does.
func disagreement(seed: UInt64, steps: Int = 16) async throws -> String? {
  var history = RandomHistory(seed: seed)
  let batches = (0..<steps).map { _ in history.batch() }
  guard try await difference(of: batches) != nil else { return nil }
  var kept = batches
  var index = kept.count - 1
  while index >= 0 {
    var shorter = kept
    shorter.remove(at: index)
    if try await difference(of: shorter) != nil { kept = shorter }
    index -= 1
  }
  let lines = kept.map { batch in
    batch.map { "  " + String(decoding: $0.canonical, as: UTF8.self) }.joined(separator: "\n& ")
  }
  let found = try await difference(of: kept) ?? ""
  return "seed \(seed)\n" + lines.joined(separator: "\n") + "\n" + found
}

/// The first question that the reference and the oracle answer differently.
private func difference(of batches: [[Change]]) async throws -> String? {
  let repository = try await InMemoryRepository(owner: RandomHistory.owner)
  var log = NaiveLog(owner: RandomHistory.owner)
  for (index, batch) in batches.enumerated() {
    var refusal: RepositoryError.Code?
    do { _ = try await repository.apply(batch) } catch { refusal = error.code }
    let expected = log.apply(batch)
    if refusal != expected {
      let words = [refusal, expected].map { $0?.rawValue ?? "taken" }
      return "batch \(index): reference \(words[0]), oracle \(words[1])"
    }
    let story = log.story
    // What a batch did not touch is asked about at the end.
    let touched = Set(batch.compactMap(\.conversation))
    let isLast = index == batches.count - 1
    for query in questions where isLast || query.conversation.map(touched.contains) ?? true {
      var answer = try await repository.read(query)
      answer.revision = .zero
      let expected = story.read(query)
      if answer != expected {
        return """
          batch \(index), query \(String(decoding: query.canonical, as: UTF8.self))
          reference \(String(decoding: answer.canonical, as: UTF8.self))
          oracle    \(String(decoding: expected.canonical, as: UTF8.self))
          """
      }
    }
    let tokens = try await repository.syncTokens()
    if tokens != log.syncTokens { return "batch \(index): sync tokens" }
  }
  return nil
}

private let questions: [Query] =
  RandomHistory.conversations.flatMap { chat in
    let places = [2, 5].map { number in
      PageCursor(conversation: chat, position: .confirmed(RandomHistory.place(number)))
    }
    let tail = PageCursor(conversation: chat, position: .unconfirmed(sequence: 2))
    return [
      Query(.newest, in: chat, limit: 100, crossesGaps: true),
      Query(.newest, in: chat, limit: 2),
      Query(.newest, in: chat, limit: 2, crossesGaps: true),
      Query(.older(than: places[1]), in: chat, limit: 2),
      Query(.older(than: tail), in: chat, limit: 3, crossesGaps: true),
      Query(.newer(than: places[0]), in: chat, limit: 2),
      Query(.newer(than: places[0]), in: chat, limit: 3, crossesGaps: true),
      Query(.around(.remote("s4")), in: chat, limit: 3),
      Query(.around(.id(RandomHistory.id(2))), in: chat, limit: 4, crossesGaps: true),
      Query(.window(from: places[0], to: places[1]), in: chat, limit: 3),
      Query(.window(from: places[0], to: tail), in: chat, limit: 100),
      Query(.outbox, in: chat, limit: 2),
    ]
      + scopes.flatMap { scope in
        [
          Query(.newest, in: chat, limit: 100, crossesGaps: true, scope: scope),
          Query(.newest, in: chat, limit: 2, scope: scope),
          Query(.older(than: places[1]), in: chat, limit: 2, scope: scope),
          Query(.older(than: tail), in: chat, limit: 3, crossesGaps: true, scope: scope),
          Query(.newer(than: places[0]), in: chat, limit: 2, scope: scope),
          Query(.around(.remote("s4")), in: chat, limit: 3, scope: scope),
          Query(.window(from: places[0], to: tail), in: chat, limit: 3, scope: scope),
        ]
      }
  } + [Query(.outbox, in: nil, limit: 100)]

private let scopes: [MessageScope] = [
  .withoutReplies, .thread(.remote("s1")), .thread(.id(RandomHistory.id(1))),
  .thread(.remote("s3")),
]
