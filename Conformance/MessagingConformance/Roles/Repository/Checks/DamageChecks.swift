internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A store in files of which one byte is not what it was: one that belongs to a message, or stands
/// beside its text.
enum DamageChecks {
  /// What cannot be read is said, the others are served, and what is cleared can be read again.
  static func othersAreServed(_ context: CheckContext) async throws {
    try await sweep(context) { store, story in
      for query in story.queries(in: store.conversation) {
        try await store.readOrCorrupted(query)
      }
      let others = story.conversations.filter { $0 != store.conversation }
      try await story.expectUntouched(others, in: store.repository)
      let token = try context.changes("token \"t2\" from=t1 stream=other")
      try await store.apply(
        [.resetHistory(store.conversation)] + token, "clearing its history with a token")
      for query in story.queries(in: store.conversation) {
        _ = try await store.read(query, "after its history was cleared")
      }
      try await story.expectUntouched(others, in: store.repository)
    }
  }

  /// What is unsent is there after the history was cleared, or named.
  static func unsentStays(_ context: CheckContext) async throws {
    try await sweep(context) { store, story in
      let chat = store.conversation
      let before = story.unsent[chat] ?? Snapshot.nothing
      let cleared = try await store.apply([.resetHistory(chat)], "clearing its history")
      let query = Query(.outbox, in: chat, limit: Limits.page)
      let after = try await store.read(query, "after its history was cleared")
      try store.expect(
        unsent: before.messages, isKeptBy: after.messages, or: cleared.notices)
      let isNamed = cleared.notices.contains { $0.code == .recordLost }
      guard after.retractions == before.retractions || isNamed else {
        throw Violation("\(store.words): a cancelled message is forgotten, without a notice")
      }
      guard after.readings == before.readings else {
        throw Violation("\(store.words): what was read here is not reported any more")
      }
    }
    try await sweep(context) { store, story in
      let chat = store.conversation
      try await store.apply([.forget(chat)], "forgetting the conversation")
      for query in story.queries(in: chat) {
        let left = try await store.read(query, "after it was forgotten").messages
        guard left.isEmpty else {
          throw Violation("\(store.words): \(left.count) messages of a forgotten conversation")
        }
      }
    }
  }

  /// Opens a store for each place of damage, and looks at it.
  private static func sweep(
    _ context: CheckContext, _ look: (DamagedStore, DamageStory) async throws -> Void
  ) async throws {
    let story = try await DamageStory(context)
    for place in story.places(every: context.isThorough ? 1 : 3) {
      await context.heartbeat.pause()
      let environment = DamageStory.environment(context)
      for (name, bytes) in story.files {
        var bytes = bytes
        if name == place.file { bytes[place.index] = bytes[place.index] == 0 ? 255 : 0 }
        try Data(bytes).write(to: environment.file(name))
      }
      let words = "one byte beside '\(place.word)' in '\(place.file)' is damaged"
      let repository: any MessageRepository
      do {
        repository = try await context.subject.repository(in: environment)
      } catch let error as RepositoryError {
        // A store that reads all of its bytes at once may refuse all of them.
        guard error.code == .corrupted else {
          throw Violation("\(words): opening says \(error.code.rawValue), expected corrupted")
        }
        context.count("damaged stores that were refused")
        continue
      } catch {
        // Its text may quote what is stored.
        throw Violation("\(words): opening throws \(type(of: error)), expected corrupted at most")
      }
      context.count("damaged stores that were opened")
      let store = DamagedStore(
        words: words, word: place.word, conversation: place.conversation, repository: repository)
      do {
        try await look(store, story)
      } catch {
        await repository.close()
        throw error
      }
      await repository.close()
    }
  }
}

/// A store with one byte that is not what it was.
private struct DamagedStore {
  let words: String
  /// What stood there.
  let word: String
  /// Whose it was.
  let conversation: ConversationID
  let repository: any MessageRepository

  /// Reads, or hears that the conversation is damaged, and which one.
  func readOrCorrupted(_ query: Query) async throws {
    do throws(RepositoryError) {
      _ = try await repository.read(query)
    } catch {
      guard error.code == .corrupted, error.conversation == conversation else {
        let named = error.conversation?.text.string ?? "no conversation"
        throw Violation(
          "\(words): a read says \(error.code.rawValue) of \(named), "
            + "expected corrupted of \(conversation.text.string)")
      }
    }
  }

  func read(_ query: Query, _ when: String) async throws -> Snapshot {
    do throws(RepositoryError) {
      return try await repository.read(query)
    } catch {
      throw Violation("\(words): the conversation cannot be read \(when): \(error.code.rawValue)")
    }
  }

  @discardableResult
  func apply(_ changes: [Change], _ what: String) async throws -> Commit {
    do throws(RepositoryError) {
      return try await repository.apply(changes)
    } catch {
      throw Violation("\(words): \(what) is refused: \(error.code.rawValue)")
    }
  }

  /// Each message that was unsent is there as it was, or a notice names it.
  func expect(unsent before: [Message], isKeptBy after: [Message], or notices: [Notice]) throws {
    let kept = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
    var unnamed = notices.count { $0.code == .unsentLost }
    for message in before {
      if let found = kept[message.id] {
        let isHit = String(decoding: message.canonical, as: UTF8.self).contains(word)
        guard found == message || isHit else {
          throw Violation("\(words): another unsent message is not as it was")
        }
        continue
      }
      unnamed -= 1
    }
    guard unnamed >= 0 else {
      throw Violation(
        "\(words): of \(before.count) unsent messages \(before.count - after.count) are gone, and "
          + "fewer are named as lost")
    }
  }
}

/// What a store was told before it was damaged, its bytes, and what it showed.
private struct DamageStory {
  let files: [String: [UInt8]]
  let conversations: [ConversationID]
  let unsent: [ConversationID: Snapshot]
  private let history: [ConversationID: [Message]]

  /// A byte of a file.
  struct Place {
    let file: String
    let index: Int
    /// What stands there or beside it.
    let word: String
    let conversation: ConversationID
  }

  init(_ context: CheckContext) async throws {
    let environment = DamageStory.environment(context)
    let repository = try await context.subject.repository(in: environment)
    var names = ScriptNames()
    for line in DamageStory.lines(context) {
      _ = try await repository.apply(try StoreLanguage.changes(line, &names))
    }
    conversations = ["k1", "k2"]
    var unsent: [ConversationID: Snapshot] = [:]
    var history: [ConversationID: [Message]] = [:]
    for conversation in conversations {
      unsent[conversation] = try await repository.read(
        Query(.outbox, in: conversation, limit: Limits.page))
      history[conversation] = try await repository.read(
        Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true)
      ).messages
    }
    (self.unsent, self.history) = (unsent, history)
    await repository.close()
    files = try environment.bytesOfFiles()
  }

  static func environment(_ context: CheckContext) -> ConformanceEnvironment {
    // Some keep files only where somebody watches the disk.
    let disk = context.has(.powerLoss) ? WatchedDisk() : WatchedDisk(isWatched: false)
    return ConformanceEnvironment(seed: context.environment.seed, disk: disk)
  }

  /// Words that stand nowhere else, and whose they are.
  private static let words: [(word: String, conversation: ConversationID)] = [
    ("history-alpha", "k1"), ("history-beta", "k1"), ("waiting-gamma", "k1"),
    ("unsent-delta", "k1"), ("unsent-epsilon", "k1"), ("gap-zeta", "k1"), ("later-eta", "k1"),
    ("readerkappa", "k1"), ("s777777", "k1"), ("history-theta", "k2"), ("unsent-iota", "k2"),
  ]

  private static func lines(_ context: CheckContext) -> [String] {
    var lines = [
      "page s1@1 \"history-alpha\" s2@2 \"history-beta\" s3@3 to=live start by=me",
      "page s5@5 \"history-theta\" s6@6 to=live start in=k2",
      "send c1 \"unsent-delta\"", "send c2 \"unsent-epsilon\"", "send c5 \"unsent-iota\" in=k2",
      "send c3 \"taken back\"", "cancel c3", "token \"t1\" stream=other",
    ]
    if context.has(.edits) {
      lines += [
        "amend d1 s2 edit \"waiting-gamma\"", "receive s777777@7 \"gone\" by=ann",
        "delete s777777 by=ann remove",
      ]
    }
    if context.has(.gaps) { lines.append("gap after=s3@3 token=gap-zeta") }
    if context.has(.reactions) { lines.append("react s30 \"later-eta\" by=bob") }
    if context.has(.receipts) { lines += ["read s2 @50", "receipt s1 by=readerkappa @20"] }
    return lines
  }

  func queries(in conversation: ConversationID) -> [Query] {
    [
      Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true),
      Query(.outbox, in: conversation, limit: Limits.page),
    ]
  }

  /// Bytes within and beside each word, wherever it is stored.
  ///
  /// - Parameter step: takes each, each second one, and so on.
  func places(every step: Int) -> [Place] {
    var places: [Place] = []
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      for (word, conversation) in DamageStory.words {
        for start in bytes.places(of: Array(word.utf8)) {
          for offset in [-9, -1, 2, word.utf8.count]
          where bytes.indices.contains(start + offset) {
            places.append(
              Place(file: name, index: start + offset, word: word, conversation: conversation))
          }
        }
      }
    }
    return places.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }

  /// What other conversations show is what they showed.
  func expectUntouched(
    _ others: [ConversationID], in repository: any MessageRepository
  ) async throws {
    for other in others {
      let wanted = [history[other] ?? [], unsent[other]?.messages ?? []]
      for (query, messages) in zip(queries(in: other), wanted) {
        do throws(RepositoryError) {
          guard try await repository.read(query).messages != messages else { continue }
        } catch {
          throw Violation("another conversation than the damaged one says \(error.code.rawValue)")
        }
        throw Violation("another conversation than the damaged one is not as it was")
      }
    }
  }
}

extension Snapshot {
  fileprivate static var nothing: Snapshot {
    Snapshot(revision: .zero, messages: [], older: .end, newer: .end)
  }
}

extension ConformanceEnvironment {
  /// What lies in the folder; the shared memory of a log is none of it.
  fileprivate func bytesOfFiles() throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    return try names.filter { !$0.hasSuffix("-shm") }.reduce(into: [:]) { files, name in
      files[name] = Array(try Data(contentsOf: file(name)))
    }
  }
}

extension [UInt8] {
  /// Where a word begins, each time.
  fileprivate func places(of word: [UInt8]) -> [Int] {
    guard count >= word.count, let first = word.first else { return [] }
    return (0...(count - word.count)).filter { start in
      self[start] == first && self[start..<(start + word.count)].elementsEqual(word)
    }
  }
}
