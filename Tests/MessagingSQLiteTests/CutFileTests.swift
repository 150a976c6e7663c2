import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// A file that was cut short is refused with a word on what to do, at whatever page; a log that was
/// cut short is the log of an earlier moment.
@Suite struct CutFileTests {
  @Test func `a file cut at any page, or within one, is refused and left alone`() async throws {
    try await TemporaryFile.with { file in
      let repository = try await filled(file)
      await repository.close()
      let whole = try file.bytes()
      let pages = whole.count / Schema.pageSize
      #expect(pages > 30)
      let right = try await everything(of: file)
      var missed: [Int] = []
      // Nothing at all is the beginning of a store: making one may have been cut off there.
      for count in (1..<pages).flatMap({ [$0 * Schema.pageSize, $0 * Schema.pageSize + 1_000] })
        + [100, 1_000]
      {
        let cut = try file.file("cut-\(count)", of: whole.prefix(count))
        do {
          #expect(try await everything(of: cut) == right, "cut to \(count) bytes")
          missed.append(count)
        } catch let error as RepositoryError {
          #expect(error.code == .storage, "cut to \(count) bytes")
          #expect(error.context.contains("put a copy of it back"), "cut to \(count) bytes")
          let rest = try cut.bytes()
          #expect(rest == whole.prefix(count), "cut to \(count) bytes")
        }
        try FileManager.default.removeItem(at: cut.directory)
      }
      // The number of pages is the same where the last one is cut: only what is in it can tell.
      #expect(missed.allSatisfy { $0 > (pages - 1) * Schema.pageSize })
    }
  }

  @Test func `a log cut at any page is the log of an earlier moment`() async throws {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      var states = [try await repository.read(newest()).messages]
      for number in 1...6 {
        _ = try await repository.apply([.receive(received("s\(number)", Int64(number)))])
        states.append(try await repository.read(newest()).messages)
      }
      let size = try Data(contentsOf: URL(fileURLWithPath: file.path + "-wal")).count
      var seen: [Int] = []
      for count in stride(from: 0, through: size, by: 1_030) {
        let cut = try file.copy("cut-\(count)")
        let log = URL(fileURLWithPath: cut.path + "-wal")
        try Data(contentsOf: log).prefix(count).write(to: log)
        do {
          let found = try await SQLiteRepository(path: cut.path, owner: "me", announcing: atOnce)
          let messages = try await found.read(newest()).messages
          await found.close()
          seen.append(try #require(states.firstIndex(of: messages), "cut to \(count) bytes"))
        } catch let error as RepositoryError {
          #expect(!error.context.isEmpty)
        }
        try FileManager.default.removeItem(at: cut.directory)
      }
      #expect(seen == seen.sorted())
      #expect(seen.last == 6 || seen.last == 5)
      await repository.close()
    }
  }

  @Test func `a file cut below its log shows what is right or nothing`() async throws {
    try await TemporaryFile.with { file in
      let repository = try await filled(file)
      await repository.close()
      let again = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await again.apply([.receive(received("late", 1_000))])
      let whole = try file.bytes()
      let right = try await everything(of: try file.copy("whole"))
      for page in 1..<(whole.count / Schema.pageSize) {
        let cut = try file.copy("cut-\(page)")
        try whole.prefix(page * Schema.pageSize).write(to: URL(fileURLWithPath: cut.path))
        do {
          #expect(try await everything(of: cut) == right, "cut at page \(page)")
        } catch let error as RepositoryError {
          #expect([.storage, .corrupted].contains(error.code), "cut at page \(page)")
        }
        try FileManager.default.removeItem(at: cut.directory)
      }
      await again.close()
    }
  }

  /// Messages in two conversations, some of them long, and something unsent.
  private func filled(_ file: TemporaryFile) async throws -> SQLiteRepository {
    let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
    for number in 1...40 {
      let text = String(repeating: "x", count: number.isMultiple(of: 4) ? 9_000 : 300)
      _ = try await repository.apply([
        .receive(received("s\(number)", Int64(number), text)),
        .receive(received("s\(number)", Int64(number), in: "k2")),
      ])
    }
    _ = try await repository.apply([outgoing(1), outgoing(2, in: "k2")])
    return repository
  }

  /// Everything that can be read of a file.
  private func everything(of file: TemporaryFile) async throws -> [Snapshot] {
    let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
    do {
      let pages = [
        try await repository.read(Query(.newest, in: chat, limit: 100, crossesGaps: true)),
        try await repository.read(Query(.newest, in: "k2", limit: 100, crossesGaps: true)),
        try await repository.read(Query(.outbox, in: nil, limit: 100)),
      ]
      await repository.close()
      return pages
    } catch {
      await repository.close()
      throw error
    }
  }
}
