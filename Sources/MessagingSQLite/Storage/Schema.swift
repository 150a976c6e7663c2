internal import GRDB
internal import GRDBSQLite
internal import MessagingModel

/// The tables, and the migrations of older files.
///
/// Free text is stored as BLOBs of its UTF-8 bytes: it is compared byte by byte, and no character
/// is special, not even NUL. `record` columns hold the canonical form of a row. The columns beside
/// it are those by which SQLite finds or sorts; they are checked against the record when it is
/// read.
///
/// Tables are clustered by their key (`WITHOUT ROWID`), so the messages of a page are adjacent and
/// in display order, and reading a page touches only that page.
enum Schema {
  /// `PRAGMA application_id` of a file of messages: "MSG1".
  static let applicationID = 0x4D53_4731
  /// The version that this code writes. A file keeps its version in `PRAGMA user_version`.
  static var version: Int { migrations.count }
  /// The page size of new files, in bytes.
  static let pageSize = 4096

  /// The migrations from each version to the next. A released one never changes; a golden file of
  /// its version checks it (`Fixtures/golden/databases`).
  static let migrations: [String] = [
    """
    PRAGMA application_id = \(applicationID);
    CREATE TABLE store (
      key INTEGER PRIMARY KEY CHECK (key = 1), record BLOB NOT NULL
    );
    CREATE TABLE conversations (
      key INTEGER PRIMARY KEY AUTOINCREMENT, name BLOB NOT NULL UNIQUE,
      marker BLOB, revision INTEGER NOT NULL, record BLOB
    );
    CREATE INDEX conversations_revision ON conversations (revision);
    CREATE TABLE messages (
      conversation INTEGER NOT NULL, position BLOB NOT NULL, id BLOB NOT NULL, remote BLOB,
      outbox INTEGER, unread INTEGER NOT NULL, record BLOB NOT NULL,
      PRIMARY KEY (conversation, position)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX messages_id ON messages (conversation, id);
    CREATE UNIQUE INDEX messages_remote ON messages (conversation, remote)
      WHERE remote IS NOT NULL;
    CREATE INDEX messages_outbox ON messages (conversation, outbox) WHERE outbox IS NOT NULL;
    CREATE INDEX messages_outbox_all ON messages (outbox) WHERE outbox IS NOT NULL;
    CREATE INDEX messages_unread ON messages (conversation, position) WHERE unread = 1;
    CREATE TABLE receipts (
      conversation INTEGER NOT NULL, participant BLOB NOT NULL, record BLOB NOT NULL,
      PRIMARY KEY (conversation, participant)
    ) WITHOUT ROWID;
    CREATE TABLE tombstones (
      conversation INTEGER NOT NULL, target BLOB NOT NULL, record BLOB NOT NULL,
      PRIMARY KEY (conversation, target)
    ) WITHOUT ROWID;
    CREATE TABLE waiting (
      conversation INTEGER NOT NULL, target BLOB NOT NULL, record BLOB NOT NULL,
      PRIMARY KEY (conversation, target)
    ) WITHOUT ROWID;
    """,
    // 2: records may hold members that the code of version 1 cannot read: `files` of a message,
    // `retractions` of a conversation.
    "",
    // 3: the tokens of streams; gaps may be `unavailable`.
    "CREATE TABLE streams (name BLOB PRIMARY KEY, token BLOB NOT NULL) WITHOUT ROWID",
    // 4: records may hold the results of attempts to send: `tried` of a message, of an unsent
    // change, of a retraction; also `filesToRemove` of a conversation. `echo` marks a message of
    // the owner that the server has shown. Older files derive it from the version, which an edit
    // without an echo also set.
    """
    UPDATE messages
      SET record = CAST(substr(record, 1, length(record) - 1) || ',"echo":true}' AS BLOB)
      WHERE CASE WHEN json_valid(CAST(record AS TEXT)) THEN
        json_extract(CAST(record AS TEXT), '$.outgoing')
        AND json_extract(CAST(record AS TEXT), '$.version.order') IS NOT NULL ELSE 0 END;
    """,
    // 5: the record of a conversation may hold `unreported`: its read marker is not reported yet.
    "",
    // 6: it may also hold `highestDeleted`: the highest position of a deleted message. Older files
    // do not know it.
    "",
    // 7: the thread of a reply, in a column beside its record, so that replies are found by it: the
    // member `thread` of the record, which is the canonical form of a reference. A record that is
    // not JSON is detected when it is read.
    """
    ALTER TABLE messages ADD COLUMN thread BLOB;
    UPDATE messages SET thread = CAST(json_extract(CAST(record AS TEXT), '$.thread') AS BLOB)
      WHERE CASE WHEN json_valid(CAST(record AS TEXT)) THEN
        json_extract(CAST(record AS TEXT), '$.thread') IS NOT NULL ELSE 0 END;
    CREATE INDEX messages_thread ON messages (conversation, thread, position)
      WHERE thread IS NOT NULL;
    """,
  ]

  /// Checks a file before it is used.
  ///
  /// - Throws: `newer-schema`; `storage` for a file of another application, or one that must be
  ///   migrated first.
  static func check(_ database: Database, mustExist: Bool) throws {
    // Check for emptiness first. A file that another handle fills in the meantime is then seen as
    // empty or as ours, never as full and foreign.
    let isEmpty = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let found = try version(of: database)
    guard application == applicationID || (isEmpty && application == 0) else {
      throw RepositoryError(
        .storage, "the file is the database of another application: open a store at another path")
    }
    guard found >= 0 else {
      throw RepositoryError(
        .storage, "the schema number of the file is damaged (\(found)): restore it from a copy")
    }
    guard found <= version else { throw newerSchema(found) }
    guard !mustExist || found == version else {
      throw RepositoryError(
        .storage,
        "the file has schema \(found), this code reads \(version): open it once for writing")
    }
  }

  /// Checks inside a write that no newer code has migrated the file since it was opened: rows of
  /// this code would be incomplete in it.
  ///
  /// - Throws: `newer-schema`.
  /// - Complexity: O(1), one statement.
  static func checkStillKnown(_ database: Database) throws(RepositoryError) {
    var found: Int64 = 0
    try PreparedStatement("PRAGMA user_version", database).forEachRow("reading the schema") {
      found = $0.integer(0) ?? 0
    }
    guard found <= version else { throw newerSchema(Int(found)) }
  }

  /// Checks inside a write that the file is still the one at its path: what is written to a removed
  /// file is lost when it is closed.
  ///
  /// - Throws: `storage`.
  /// - Complexity: O(1), one look at the path.
  static func checkStillThere(_ database: Database) throws(RepositoryError) {
    var hasMoved: CInt = 0
    let code = sqlite3_file_control(
      database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    guard code == SQLITE_OK, hasMoved != 0 else { return }
    throw RepositoryError(
      .storage, "the file was removed or replaced while the store was open: open it again")
  }

  private static func newerSchema(_ found: Int) -> RepositoryError {
    RepositoryError(
      .newerSchema, "the file has schema \(found), this code knows up to \(version)")
  }

  /// Migrates a file, or leaves it unchanged.
  static func migrate(_ database: Database) throws {
    guard try version(of: database) != version else { return }
    try database.inTransaction(.immediate) {
      // Another handle may have migrated the file in the meantime, even to a newer schema.
      try check(database, mustExist: false)
      for index in try version(of: database)..<max(version, version(of: database)) {
        try database.execute(sql: migrations[index])
        try database.execute(sql: "PRAGMA user_version = \(index + 1)")
      }
      return .commit
    }
  }

  private static func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }
}
