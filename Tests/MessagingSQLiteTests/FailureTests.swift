import Foundation
import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// What an error says: enough to act on, and no statement, which may hold what people wrote.
@Suite struct FailureTests {
  private struct Refusal: Error, Equatable {}

  private static func failure(
    _ code: ResultCode, in conversation: ConversationID? = chat
  ) -> RepositoryError {
    let error = DatabaseError(
      resultCode: code, message: "it went wrong", sql: "INSERT INTO notes VALUES (?)",
      arguments: ["secret"])
    return RepositoryError(error, while: "writing a row", in: conversation)
  }

  @Test(arguments: [
    (ResultCode.SQLITE_FULL, RepositoryError.Code.diskFull), (.SQLITE_READONLY, .readOnly),
    (.SQLITE_CANTOPEN, .readOnly), (.SQLITE_PERM, .readOnly), (.SQLITE_BUSY, .busy),
    (.SQLITE_LOCKED, .busy), (.SQLITE_IOERR, .storage), (.SQLITE_CORRUPT, .corrupted),
    (.SQLITE_NOTADB, .storage), (.SQLITE_CONSTRAINT, .storage),
    (ResultCode(rawValue: 1_802), .storage), (ResultCode(rawValue: 517), .busy),
  ])
  func `each failure of SQLite has its code, and keeps no statement`(
    result: ResultCode, code: RepositoryError.Code
  ) {
    let error = Self.failure(result)
    #expect(error.code == code)
    #expect(error.conversation == chat)
    #expect(error.context.hasPrefix("writing a row: it went wrong"))
    let cause = error.cause as? DatabaseError
    #expect(cause?.extendedResultCode == result)
    #expect(cause?.sql == nil)
    #expect(cause?.arguments == nil)
    #expect(!"\(error) \(String(reflecting: error))".contains("secret"))
  }

  @Test func `what to do about a damaged file is said of damaged files alone`() {
    let advice = "put a copy of it back"
    for code in [ResultCode.SQLITE_CORRUPT, .SQLITE_NOTADB] {
      #expect(Self.failure(code, in: nil).context.contains(advice))
    }
    for code in [ResultCode.SQLITE_IOERR, .SQLITE_FULL, .SQLITE_BUSY] {
      #expect(!Self.failure(code, in: nil).context.contains(advice))
    }
    // A bad page of one conversation is no reason to give up the file.
    #expect(!Self.failure(.SQLITE_CORRUPT).context.contains(advice))
    #expect(Self.failure(.SQLITE_CORRUPT, in: nil).code == .storage)
  }

  @Test func `an error of something else is kept as the cause`() {
    let error = RepositoryError(Refusal(), while: "opening the store")
    #expect(error.code == .storage)
    #expect(error.context == "opening the store")
    #expect(error.conversation == nil)
    #expect(error.cause as? Refusal == Refusal())
  }

  @Test func `an error that is known already stays what it is`() {
    let known = RepositoryError(.newerSchema, "the file is newer", conversation: "k2")
    let error = RepositoryError(known, while: "opening the store", in: chat)
    #expect(error.code == .newerSchema)
    #expect(error.context == "the file is newer")
    #expect(error.conversation == "k2")
  }

  @Test func `a wait for a lock takes at least a millisecond, and at most what SQLite counts`() {
    func seconds(_ timeout: Duration) -> Double { SQLiteOptions(busyTimeout: timeout).busySeconds }
    #expect(seconds(.zero) == 0.001)
    #expect(seconds(.milliseconds(1)) == 0.001)
    #expect(seconds(.milliseconds(250)) == 0.25)
    #expect(seconds(.seconds(90)) == 90)
    #expect(seconds(.seconds(Int64.max)) == 2_147_483)
    #expect(SQLiteOptions().busySeconds == 5)
  }
}
