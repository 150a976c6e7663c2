import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// Why a file is not opened, and why a call is refused, in words that say what to do.
@Suite struct RefusalWordsTests {
  /// What a refusal says; `nil` if nothing was refused.
  private static func context(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? RepositoryError)?.context
    }
  }

  private static func open(
    _ file: TemporaryFile, _ options: SQLiteOptions = SQLiteOptions()
  ) async throws {
    await (try SQLiteStorage(path: file.path, options: options)).close()
  }

  /// Bytes of something else: the advice for a damaged file comes with the error.
  @Test func `a file that is none says so, and what to do`() async throws {
    try await TemporaryFile.with { file in
      try Data(repeating: 7, count: 10_000).write(to: URL(fileURLWithPath: file.path))
      let context = await Self.context { try await Self.open(file) }
      #expect(context?.hasPrefix("opening the store: ") == true)
      #expect(context?.contains("put a copy of it back") == true)
    }
  }

  /// The path is wrong, or another application owns it: a copy would not help.
  @Test func `the database of another application asks for another path`() async throws {
    try await TemporaryFile.with { file in
      let other = try DatabaseQueue(path: file.path)
      try await other.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE notes (text)") }
      try other.close()
      let context = await Self.context { try await Self.open(file) }
      #expect(
        context
          == "the file is the database of another application: open a store at another path")
    }
  }

  /// Each number of a schema that this code cannot use has its own advice.
  @Test func `a schema that cannot be used is named by its number`() async throws {
    try await TemporaryFile.with { file in
      let known = Schema.version
      let cases: [(number: Int, isReadOnly: Bool, words: String)] = [
        (-3, false, "the schema number of the file is damaged (-3): restore it from a copy"),
        (known + 1, true, "the file has schema \(known + 1), this code knows up to \(known)"),
        (known + 1, false, "the file has schema \(known + 1), this code knows up to \(known)"),
        (
          known - 1, true,
          "the file has schema \(known - 1), this code reads \(known): open it once for writing"
        ),
      ]
      try await Self.open(file)
      for (number, isReadOnly, words) in cases {
        let other = try DatabaseQueue(path: file.path)
        try await other.writeWithoutTransaction {
          try $0.execute(sql: "PRAGMA user_version = \(number)")
        }
        try other.close()
        let options = SQLiteOptions(isReadOnly: isReadOnly)
        #expect(await Self.context { try await Self.open(file, options) } == words)
      }
    }
  }

  /// Both ways to a write of a store that is only read say the same.
  @Test func `a store that is only read says why it writes nothing`() async throws {
    try await TemporaryFile.with { file in
      await (try SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)).close()
      let storage = try await SQLiteStorage(
        path: file.path, options: SQLiteOptions(isReadOnly: true))
      let words = "the store was opened for reading only"
      let written = await Self.context {
        try await storage.write { _ throws(RepositoryError) in
          StorageWrite([.remove(.store)], returning: ())
        }
      }
      #expect(written == words)
      let connected = await Self.context {
        _ = try await storage.connections.write { _, _ throws(RepositoryError) in 1 }
      }
      #expect(connected == words)
      await storage.close()
    }
  }

  /// A call of a storage that was closed, whether it notices before or at its connection.
  @Test func `a closed storage says that it was closed`() async throws {
    try await TemporaryFile.with { file in
      let words = "the storage was closed"
      for isEarly in [true, false] {
        let storage = try await SQLiteStorage(path: file.path)
        if isEarly { await storage.close() } else { storage.connections.close() }
        let read = await Self.context {
          _ = try await storage.read { reader throws(RepositoryError) in
            try reader.rows([.store])
          }
        }
        #expect(read == words)
        let written = await Self.context {
          try await storage.write { _ throws(RepositoryError) in StorageWrite([], returning: ()) }
        }
        #expect(written == words)
      }
    }
  }

  /// Another process holds the lock: nothing was read or written yet, so the call can be repeated.
  @Test func `a write that finds no lock failed at its beginning`() async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(
        path: file.path, options: SQLiteOptions(busyTimeout: .zero))
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: file.path, configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let context = await Self.context {
        try await storage.write { _ throws(RepositoryError) in StorageWrite([], returning: ()) }
      }
      #expect(context?.hasPrefix("beginning a write: ") == true)
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      try other.close()
      try await storage.write { _ throws(RepositoryError) in StorageWrite([], returning: ()) }
      await storage.close()
    }
  }
}
