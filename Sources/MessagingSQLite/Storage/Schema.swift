internal import GRDB
internal import MessagingModel

/// The tables, and how older files come to have them.
///
/// Free text is stored as BLOBs of its UTF-8 bytes: compared byte by byte, no character is special,
/// a NUL included. `record` columns hold the canonical form of the row; the columns beside it are
/// what SQLite must find or sort by, and are checked against it when it is read.
///
/// Tables are clustered by their key (`WITHOUT ROWID`), so the messages of a page lie next to each
/// other in the order in which they are shown, and reading a page touches that page alone.
enum Schema {
  /// `PRAGMA application_id` of a file of messages: "MSG1".
  static let applicationID = 0x4D53_4731
  /// The version that this code writes; a file keeps its own in `PRAGMA user_version`.
  static var version: Int { migrations.count }
  /// In bytes, for new files.
  static let pageSize = 4096

  /// What leads from each version to the next; a released one never changes, and a golden file of
  /// its version keeps it honest (`Fixtures/golden/databases`).
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
    // 4: records may hold what became of attempts to send: `tried` of a message, of a change that
    // waits, of a retraction; `filesToRemove` of a conversation. A message of the owner that the
    // server showed says so with `echo`; older files tell it from the version, which an edit
    // without a copy gave, too.
    """
    UPDATE messages
      SET record = CAST(substr(record, 1, length(record) - 1) || ',"echo":true}' AS BLOB)
      WHERE CASE WHEN json_valid(CAST(record AS TEXT)) THEN
        json_extract(CAST(record AS TEXT), '$.outgoing')
        AND json_extract(CAST(record AS TEXT), '$.version.order') IS NOT NULL ELSE 0 END;
    """,
    // 5: the record of a conversation may say that its read marker is to be reported: `unreported`.
    "",
    // 6: and up to which place something is deleted: `highestDeleted`. Older files do
    // not know it.
    "",
    // 7: in whose thread a message answers, beside its record, so that replies are found by it: the
    // member `thread` of the record, which is the canonical form of a reference. A record that is
    // no JSON is found out when it is read.
    """
    ALTER TABLE messages ADD COLUMN thread BLOB;
    UPDATE messages SET thread = CAST(json_extract(CAST(record AS TEXT), '$.thread') AS BLOB)
      WHERE CASE WHEN json_valid(CAST(record AS TEXT)) THEN
        json_extract(CAST(record AS TEXT), '$.thread') IS NOT NULL ELSE 0 END;
    CREATE INDEX messages_thread ON messages (conversation, thread, position)
      WHERE thread IS NOT NULL;
    """,
  ]

  /// Looks at a file before anything is done to it.
  ///
  /// - Throws: `newer-schema`; `storage` for a file of something else.
  static func check(_ database: Database, mustExist: Bool) throws {
    // The emptiness first: a file that another handle fills meanwhile is empty or ours, not both
    // full and nobody's.
    let isEmpty = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let found = try version(of: database)
    guard application == applicationID || (isEmpty && application == 0) else {
      throw RepositoryError(.storage, "the file is the database of another application")
    }
    guard found <= version else {
      throw RepositoryError(
        .newerSchema, "the file has schema \(found), this code knows up to \(version)")
    }
    guard !mustExist || found == version else {
      throw RepositoryError(
        .storage, "the file has schema \(found), to be migrated to \(version) by a writer first")
    }
  }

  /// Brings a file up to date, or leaves it as it was.
  static func migrate(_ database: Database) throws {
    guard try version(of: database) < version else { return }
    try database.inTransaction(.immediate) {
      // Somebody else may have been faster.
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
