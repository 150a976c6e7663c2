internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A file-backed store with one changed byte, within or beside the text of a message.
enum DamageChecks {
  /// A damaged conversation is reported, the others are readable, and after clearing its history it
  /// is readable again.
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

  /// After the history is cleared, everything unsent is still there, or a notice names it.
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

  /// Opens a store for each damaged byte, and checks it.
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
        // A store that reads all of its bytes at once may refuse to open.
        guard error.code == .corrupted else {
          throw Violation("\(words): opening says \(error.code.rawValue), expected corrupted")
        }
        context.count("damaged stores that were refused")
        continue
      } catch {
        // The error's text may quote stored content.
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

/// A store with one changed byte.
private struct DamagedStore {
  let words: String
  /// The word at or beside the changed byte.
  let word: String
  /// The conversation that the word belongs to.
  let conversation: ConversationID
  let repository: any MessageRepository

  /// Reads. The read may fail with `corrupted` if it names this conversation.
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

  /// Checks that each unsent message is unchanged, or that a notice names it.
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

/// The content of a store before it was damaged, and its files.
private struct DamageStory {
  let files: [String: [UInt8]]
  let conversations: [ConversationID]
  let unsent: [ConversationID: Snapshot]
  private let history: [ConversationID: [Message]]

  /// A byte of a file.
  struct Place {
    let file: String
    let index: Int
    /// The word at or beside the byte.
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
    // Some stores keep files only if the disk is watched.
    let disk = context.has(.powerLoss) ? WatchedDisk() : WatchedDisk(isWatched: false)
    return ConformanceEnvironment(seed: context.environment.seed, disk: disk)
  }

  /// Words that occur nowhere else, and the conversation of each.
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

  /// The bytes within and beside each word, wherever it is stored.
  ///
  /// - Parameter step: 1 takes each of them, 2 every second one, and so on.
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

  /// Checks that the other conversations still show what they showed before.
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
  /// The files in the folder, without the shared memory of a write-ahead log.
  fileprivate func bytesOfFiles() throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    return try names.filter { !$0.hasSuffix("-shm") }.reduce(into: [:]) { files, name in
      files[name] = Array(try Data(contentsOf: file(name)))
    }
  }
}

extension [UInt8] {
  /// The index of each occurrence of a word.
  fileprivate func places(of word: [UInt8]) -> [Int] {
    guard count >= word.count, let first = word.first else { return [] }
    return (0...(count - word.count)).filter { start in
      self[start] == first && self[start..<(start + word.count)].elementsEqual(word)
    }
  }
}
