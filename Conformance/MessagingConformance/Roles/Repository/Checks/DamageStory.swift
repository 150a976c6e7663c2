internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// The content of a store before it was damaged, and its files.
struct DamageStory {
  let files: [String: [UInt8]]
  let conversations: [ConversationID]
  let unsent: [ConversationID: Snapshot]
  let history: [ConversationID: [Message]]
  /// What is unsent in all conversations.
  let allUnsent: Snapshot

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
    allUnsent = try await repository.read(Query(.outbox, in: nil, limit: Limits.page))
    await repository.close()
    files = try environment.bytesOfFiles()
  }

  static func environment(_ context: CheckContext) -> ConformanceEnvironment {
    // Some stores keep files only if the disk is watched.
    let disk = context.has(.powerLoss) ? WatchedDisk() : WatchedDisk(isWatched: false)
    return ConformanceEnvironment(seed: context.environment.seed, disk: disk)
  }

  /// Opens the store with one changed byte.
  ///
  /// - Parameter environment: has the folder, which exists as long as the environment does.
  /// - Returns: `nil` if it refuses, as one that reads all of its bytes at once may.
  func open(
    in environment: ConformanceEnvironment, damaging file: String, at index: Int, _ words: String,
    _ context: CheckContext
  ) async throws -> (any MessageRepository)? {
    context.countStep()
    await context.heartbeat.pause()
    for (name, bytes) in files {
      var bytes = bytes
      if name == file { bytes[index] = bytes[index] == 0 ? 255 : 0 }
      try Data(bytes).write(to: environment.file(name))
    }
    do {
      let repository = try await context.subject.repository(in: environment)
      context.count("damaged stores that were opened")
      return repository
    } catch let error as RepositoryError {
      guard error.code == .corrupted else {
        throw Violation("\(words): opening says \(error.code.rawValue), expected corrupted")
      }
      context.count("damaged stores that were refused")
      return nil
    } catch {
      // The error's text may quote stored content.
      throw Violation("\(words): opening throws \(type(of: error)), expected corrupted at most")
    }
  }

  /// Words that occur nowhere else, and the conversation of each.
  private static let words: [(word: String, conversation: ConversationID)] = [
    ("history-alpha", "k1"), ("history-beta", "k1"), ("waiting-gamma", "k1"),
    ("unsent-delta", "k1"), ("unsent-epsilon", "k1"), ("gap-zeta", "k1"), ("later-eta", "k1"),
    ("readerkappa", "k1"), ("s777777", "k1"), ("history-theta", "k2"), ("unsent-iota", "k2"),
  ]

  /// The sync token of the main stream, which a store keeps with what it knows of itself.
  static let token: SyncToken = "token-xi"

  private static func lines(_ context: CheckContext) -> [String] {
    var lines = [
      "page s1@1 \"history-alpha\" s2@2 \"history-beta\" s3@3 to=live start by=me",
      "page s5@5 \"history-theta\" s6@6 to=live start in=k2",
      "send c1 \"unsent-delta\"", "send c2 \"unsent-epsilon\"", "send c5 \"unsent-iota\" in=k2",
      "send c3 \"taken back\"", "cancel c3", "token \"t1\" stream=other",
      "token \"\(token.text.string)\"",
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

  /// Whether no text of a message can be found in the files.
  var hidesTexts: Bool {
    let texts = DamageStory.words.map(\.word).filter { $0.contains("-") }
    return files.values.allSatisfy { bytes in
      texts.allSatisfy { bytes.places(of: Array($0.utf8)).isEmpty }
    }
  }

  /// The bytes within and beside each word, wherever it is stored.
  ///
  /// - Parameter step: 1 takes each of them, 2 every second one, and so on.
  func places(every step: Int) -> [Place] {
    var places: [Place] = []
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      for (word, conversation) in DamageStory.words {
        places += DamageStory.indices(of: word, in: bytes).map {
          Place(file: name, index: $0, word: word, conversation: conversation)
        }
      }
    }
    return places.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }

  /// The bytes within and beside the token, wherever it is stored: by file.
  var placesOfToken: [(file: String, index: Int)] {
    files.sorted { $0.key < $1.key }.flatMap { name, bytes in
      DamageStory.indices(of: DamageStory.token.text.string, in: bytes).map { (name, $0) }
    }
  }

  private static func indices(of word: String, in bytes: [UInt8]) -> [Int] {
    bytes.places(of: Array(word.utf8)).flatMap { start in
      [-9, -1, 2, word.utf8.count].map { start + $0 }.filter(bytes.indices.contains)
    }
  }
}

extension Snapshot {
  static var nothing: Snapshot {
    Snapshot(revision: .zero, messages: [], older: .end, newer: .end)
  }
}

extension ConformanceEnvironment {
  /// Removes everything in the folder.
  ///
  /// - Returns: how much there was.
  func removeFiles() throws -> Int {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    for name in names { try FileManager.default.removeItem(at: file(name)) }
    return names.count
  }

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
