import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// The file does not grow past `SQLiteOptions.maximumByteCount`: what is no whole page is not used.
@Suite struct SizeLimitTests {
  private static let forty = 40 * Schema.pageSize

  @Test(arguments: [
    (forty - 1, 39), (forty, 40), (forty + 1, 40), (forty + Schema.pageSize - 1, 40),
  ])
  func `a limit is rounded down to whole pages`(limit: Int, pages: Int) async throws {
    try await TemporaryFile.with { file in
      let options = SQLiteOptions(maximumByteCount: limit)
      let storage = try await SQLiteStorage(path: file.path, options: options)
      let found = try await storage.inspect {
        try Int.fetchOne($0, sql: "PRAGMA max_page_count")
      }
      #expect(found == pages)
      await storage.close()
    }
  }
}
