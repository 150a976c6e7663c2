/// All statements that read or write rows. A test checks SQLite's plan for each of them: none scans
/// a table, none sorts.
enum Queries {
  /// The key of the conversation whose name is parameter 1.
  private static let key = "(SELECT key FROM conversations WHERE name = ?1)"
  private static let message = "m.position, m.id, m.remote, m.outbox, m.unread, m.record, m.thread"

  /// Messages from position ?2 up to, but not including, ?3; at most ?4.
  static let scanAscending = scan("ASC")
  static let scanDescending = scan("DESC")

  /// The same for the replies in thread ?5.
  static let repliesAscending = replies("ASC")
  static let repliesDescending = replies("DESC")

  private static func replies(_ order: String) -> String {
    """
    SELECT \(message) FROM messages m INDEXED BY messages_thread
    WHERE m.conversation = \(key) AND m.thread = ?5 AND m.position >= ?2 AND m.position < ?3
    ORDER BY m.position \(order) LIMIT ?4
    """
  }

  private static func scan(_ order: String) -> String {
    """
    SELECT \(message) FROM messages m
    WHERE m.conversation = \(key) AND m.position >= ?2 AND m.position < ?3
    ORDER BY m.position \(order) LIMIT ?4
    """
  }

  /// First a row with the conversation's record, the store's record and the number of unread
  /// messages up to ?2; then the receipts.
  static let header = """
    SELECT c.marker, c.revision, c.record, (SELECT record FROM store WHERE key = 1), (
      SELECT COUNT(*) FROM (
        SELECT 1 FROM messages
        WHERE conversation = c.key AND unread = 1 AND position > IFNULL(c.marker, x'') LIMIT ?2))
    FROM conversations c WHERE c.name = ?1
    UNION ALL SELECT participant, NULL, record, NULL, NULL FROM receipts
    WHERE conversation = \(key)
    """

  /// In the order of the outbox, at most ?1.
  static let outboxOfAll = """
    SELECT \(message), c.name FROM messages m JOIN conversations c ON c.key = m.conversation
    WHERE m.outbox >= \(Int64.min) ORDER BY m.outbox LIMIT ?1
    """

  /// In the order of the outbox, at most ?2.
  static let outbox = """
    SELECT \(message) FROM messages m
    WHERE m.conversation = \(key) AND m.outbox >= \(Int64.min) ORDER BY m.outbox LIMIT ?2
    """

  static let store = "SELECT record FROM store WHERE key = 1"
  static let stream = "SELECT name, token FROM streams WHERE name = ?1"
  static let streams = "SELECT name, token FROM streams WHERE name >= x''"
  static let conversation = """
    SELECT marker, revision, record FROM conversations WHERE name = ?1
    """
  static let changedConversations = """
    SELECT marker, revision, record, name FROM conversations WHERE revision > ?1
    """

  /// Messages by the values of one column, `id` or `remote`, from ?2 on.
  ///
  /// The index is named because, without statistics, SQLite assumes that a conversation has few
  /// rows, and reads all of them instead.
  static func messages(by column: String, _ count: Int, from first: Int = 2) -> String {
    """
    SELECT \(message) FROM messages m INDEXED BY messages_\(column)
    WHERE m.conversation = \(key) AND m.\(column) IN (\(places(count, from: first)))
    """
  }

  /// Messages by id, from ?2 on, and by remote id in the parameters after those.
  static func messagesByBoth(_ count: Int) -> String {
    messages(by: "id", count) + "\nUNION ALL "
      + messages(by: "remote", count, from: count + 2)
  }

  /// Rows of the other tables by their key, from ?2 on.
  static func rows(of table: String, by column: String, _ count: Int) -> String {
    """
    SELECT \(column), record FROM \(table)
    WHERE conversation = \(key) AND \(column) IN (\(places(count, from: 2)))
    """
  }

  private static func places(_ count: Int, from first: Int) -> String {
    (first..<(first + count)).map { "?\($0)" }.joined(separator: ",")
  }

  static let messagesByID = ChunkedStatement { messages(by: "id", $0) }
  static let messagesByRemote = ChunkedStatement { messages(by: "remote", $0) }
  static let messagesByIDAndRemote = ChunkedStatement { messagesByBoth($0) }
  static let receiptRows = ChunkedStatement { rows(of: "receipts", by: "participant", $0) }
  static let tombstoneRows = ChunkedStatement { rows(of: "tombstones", by: "target", $0) }
  static let waitingRows = ChunkedStatement { rows(of: "waiting", by: "target", $0) }
}

extension Queries {
  /// Every message with something unsent, even if the columns beside its record do not show it: ?2
  /// and ?3 are bytes that such a record contains.
  static let salvageMessages = """
    SELECT \(message) FROM messages m WHERE m.conversation = \(key)
    AND (m.outbox IS NOT NULL OR m.position >= x'01' OR instr(m.record, ?2) > 0
      OR instr(m.record, ?3) > 0)
    ORDER BY m.position
    """

  /// What the index of the outbox lists, if a page with messages is damaged.
  static let salvageOutbox = """
    SELECT position FROM messages INDEXED BY messages_outbox
    WHERE conversation = \(key) AND outbox >= \(Int64.min) ORDER BY outbox
    """
  /// The message at position ?2.
  static let salvageMessage = """
    SELECT \(message) FROM messages m WHERE m.conversation = \(key) AND m.position = ?2
    """
  /// The id of the message at position ?2, from an index alone.
  static let salvageName = """
    SELECT id FROM messages INDEXED BY messages_id WHERE conversation = \(key) AND position = ?2
    """

  /// Reads each page of a table and of its indexes that has rows of the conversation, so that a
  /// damaged one is found before a row is removed.
  static func readAll(of table: String) -> [String] {
    let rows = "SELECT SUM(instr(record, x'00')) FROM \(table) WHERE conversation = \(key)"
    guard table == "messages" else { return [rows] }
    let indexes = [
      "messages_id": "", "messages_remote": "AND remote IS NOT NULL",
      "messages_unread": "AND unread = 1", "messages_thread": "AND thread IS NOT NULL",
      "messages_outbox": "AND outbox >= \(Int64.min)",
    ]
    return [rows, "SELECT COUNT(*) FROM messages WHERE outbox >= \(Int64.min)"]
      + indexes.map { index, part in
        "SELECT COUNT(*) FROM messages INDEXED BY \(index) WHERE conversation = \(key) \(part)"
      }
  }

  /// All rows of a conversation in one of the other tables.
  static func salvage(_ table: String, by column: String) -> String {
    "SELECT \(column), record FROM \(table) WHERE conversation = \(key) ORDER BY \(column)"
  }
}

extension Queries {
  static let putStore = """
    INSERT INTO store (key, record) VALUES (1, ?1)
    ON CONFLICT (key) DO UPDATE SET record = excluded.record
    """
  static let removeStore = "DELETE FROM store WHERE key = 1"
  static let putStream = """
    INSERT INTO streams (name, token) VALUES (?1, ?2)
    ON CONFLICT (name) DO UPDATE SET token = excluded.token
    """
  static let removeStream = "DELETE FROM streams WHERE name = ?1"

  static let keyOfConversation = "SELECT key FROM conversations WHERE name = ?1"
  /// Adds a conversation that has rows but no record yet.
  static let nameConversation = "INSERT INTO conversations (name, revision) VALUES (?1, 0)"
  static let putConversation = """
    UPDATE conversations SET marker = ?2, revision = ?3, record = ?4 WHERE key = ?1
    """
  static let removeConversation = """
    UPDATE conversations SET marker = NULL, revision = 0, record = NULL WHERE key = ?1
    """

  /// Inserts a row, or replaces the row with the same id at any position. A second row with the
  /// same position or the same remote id is refused.
  static let putMessage = """
    INSERT INTO messages (conversation, position, id, remote, outbox, unread, record, thread)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    ON CONFLICT (conversation, id) DO UPDATE SET
      position = excluded.position, remote = excluded.remote, outbox = excluded.outbox,
      unread = excluded.unread, record = excluded.record, thread = excluded.thread
    """
  static func removeMessage(by column: String) -> String {
    "DELETE FROM messages WHERE conversation = ?1 AND \(column) = ?2"
  }
  static let dropHistory = "DELETE FROM messages WHERE conversation = ?1 AND outbox IS NULL"

  static func put(into table: String, by column: String) -> String {
    """
    INSERT INTO \(table) (conversation, \(column), record) VALUES (?1, ?2, ?3)
    ON CONFLICT (conversation, \(column)) DO UPDATE SET record = excluded.record
    """
  }
  static func remove(from table: String, by column: String) -> String {
    "DELETE FROM \(table) WHERE conversation = ?1 AND \(column) = ?2"
  }

  /// The tables with the rows of conversations.
  static let tables = ["messages", "receipts", "tombstones", "waiting"]
  /// Forgets the rows of a conversation in a table.
  static func forget(in table: String) -> String {
    "DELETE FROM \(table) WHERE conversation = ?1"
  }
  /// Forgets a conversation itself. Its key is never used again.
  static let forgetName = "DELETE FROM conversations WHERE key = ?1"
}
