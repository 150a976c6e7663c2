internal import GRDB
internal import MessagingModel

/// Calls `work` and translates its errors into ``RepositoryError``.
func translating<Value>(
  _ what: String, in conversation: ConversationID? = nil, _ work: () throws -> Value
) throws(RepositoryError) -> Value {
  do {
    return try work()
  } catch {
    throw RepositoryError(error, while: what, in: conversation)
  }
}

extension RepositoryError {
  /// The error for a failure of the database. SQLite's messages name tables and columns, never
  /// their contents.
  init(_ error: any Error, while what: String, in conversation: ConversationID? = nil) {
    if let known = error as? RepositoryError {
      self = known
      return
    }
    let failure = error as? DatabaseError
    let context = failure.flatMap(\.message).map { "\(what): \($0)" } ?? what
    // A bad page on the way to one conversation is damage of that one (`REPO-026`).
    if let conversation, failure?.resultCode == .SQLITE_CORRUPT {
      self.init(
        .corrupted, context, conversation: conversation, cause: failure?.withoutStatement ?? error)
      return
    }
    self.init(
      failure.map { Code(result: $0.resultCode) } ?? .storage,
      failure?.isOfDamage ?? false ? "\(context). \(RepositoryError.damaged)" : context,
      conversation: conversation, cause: failure?.withoutStatement ?? error)
  }

  /// Whether a page of the file is damaged. SQLite does not say whose rows it holds.
  var isOfBadPage: Bool { (cause as? DatabaseError)?.resultCode == .SQLITE_CORRUPT }

  /// What to do if the damage is not limited to one conversation.
  private static let damaged =
    "The file is damaged, or it is not a store of messages: put a copy of it back, or move it away "
    + "and load the history again"

  /// The error for a row that this code did not write.
  static func corrupted(_ what: String, in conversation: ConversationID?) -> RepositoryError {
    RepositoryError(.corrupted, what, conversation: conversation)
  }
}

extension RepositoryError.Code {
  fileprivate init(result: ResultCode) {
    switch result {
    case .SQLITE_FULL: self = .diskFull
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: self = .readOnly
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
    default: self = .storage  // foreign: SQLite
    }
  }
}

extension DatabaseError {
  /// Whether the file itself is not what SQLite wrote.
  fileprivate var isOfDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
  }

  /// The same error without the statement and its values.
  fileprivate var withoutStatement: DatabaseError {
    DatabaseError(resultCode: extendedResultCode, message: message)
  }
}
