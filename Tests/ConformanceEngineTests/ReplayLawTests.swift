import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// What was applied just now changes nothing (`REPO-050`), for every change there is.
@Suite struct ReplayLawTests {
  #if DEBUG
    private static let histories: UInt64 = 3_000
  #else
    private static let histories: UInt64 = 20_000
  #endif

  @Test func `a batch that is applied again commits nothing and writes nothing`() async throws {
    var failures = 0
    for seed in 0..<Self.histories {
      var history = RandomChanges(seed: seed)
      let batches = (0..<16).map { _ in history.batch() }
      guard try await secondCommit(in: batches) != nil else { continue }
      Issue.record("seed \(seed)\n\(try await shrunk(batches))")
      failures += 1
      if failures == 3 { return }
    }
  }

  /// The batch whose second application changed something, with what it wrote.
  private func secondCommit(in batches: [[Change]]) async throws -> String? {
    let storage = CountedStorage()
    let repository = try await StoredRepository(over: storage, owner: RandomChanges.owner)
    var places: [RemoteID: Set<ServerPosition>] = [:]
    for (index, batch) in batches.enumerated() {
      for message in batch.received {
        places[message.position.remoteID, default: []].insert(message.position)
      }
      guard let first = try? await repository.apply(batch) else { continue }
      // A deletion may have waited for an id that comes only now. If the server also says another
      // position than before, the deleted message is noted at the first one, and then at this one.
      let isAtOddsWithItself = batch.received.contains { message in
        message.id != nil && places[message.position.remoteID, default: []].count > 1
      }
      if isAtOddsWithItself { continue }
      // The rest of a batch may take back what came first, and make possible what was left out.
      let isPlain =
        first.notices.isEmpty && !batch.contains(where: \.dependsOnOrder) && !batch.bringsAnID
      guard isPlain || batch.count == 1 else { continue }
      let before = storage.writes.current
      let again: Commit
      do { again = try await repository.apply(batch) } catch {
        return "batch \(index): \(error)"
      }
      let written = storage.writes.current.dropFirst(before.count)
      guard again.revision == first.revision, again.kinds == [], written.isEmpty else {
        let rows = written.flatMap(\.self).map { "    \($0)" }.joined(separator: "\n")
        return "batch \(index): kinds \(again.kinds.names), rows\n\(rows)"
      }
    }
    return nil
  }

  private func shrunk(_ batches: [[Change]]) async throws -> String {
    var kept = batches
    for index in batches.indices.reversed() {
      var shorter = kept
      shorter.remove(at: index)
      if try await secondCommit(in: shorter) != nil { kept = shorter }
    }
    let lines = kept.map { batch in
      batch.map { "  " + String(decoding: $0.canonical, as: UTF8.self) }.joined(separator: "\n& ")
    }
    return lines.joined(separator: "\n") + "\n" + (try await secondCommit(in: kept) ?? "")
  }
}

extension [Change] {
  /// The messages that the server shows.
  fileprivate var received: [ReceivedMessage] {
    flatMap { change -> [ReceivedMessage] in
      if case .receive(let message) = change { return [message] }
      if case .page(let page) = change { return page.messages }
      return []
    }
  }

  /// Whether a message comes with an id, and something else is about an id. If the message was
  /// known before without it, what names that id waits until the message comes with it once more.
  fileprivate var bringsAnID: Bool {
    let isNamed = contains {
      if case .receive(let message) = $0 { message.id != nil } else { false }
    }
    return isNamed
      && contains { change in
        if case .relate(let relation) = change, case .id = relation.target { true } else { false }
      }
  }
}

extension Change {
  fileprivate var dependsOnOrder: Bool {
    switch self {
    case .forget, .resetHistory, .openGap, .giveUp, .advance, .enqueue, .read, .reported: true
    // What comes behind it may bring another address of the file.
    case .upload: true
    // An edit behind it tries the message again; another page names another token.
    case .fail, .page: true
    case .acknowledge, .amend, .settle, .tried, .retry, .cancel, .receive, .relate: false
    }
  }
}

/// Rows in memory that remember what was written.
private final class CountedStorage: MessageStorage {
  let writes = Locked<[[RecordEdit]]>([])
  private let rows = MemoryStorage()

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try await rows.read(body)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try await rows.write { [writes] reader throws(RepositoryError) in
      let write = try body(reader)
      if !write.edits.isEmpty { writes.withLock { $0.append(write.edits) } }
      return write
    }
  }

  func close() async { await rows.close() }
}
