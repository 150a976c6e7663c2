internal import GRDB
internal import GRDBSQLite
internal import MessagingModel

/// A file, and how to open it.
struct StorageFile {
  let path: String
  let options: SQLiteOptions
  /// Called with each connection, after it has been set up.
  var prepare: (@Sendable (Database) throws -> Void)?

  /// Opens the file, creates or migrates its tables, and makes writes durable.
  func open() throws(RepositoryError) -> Connections {
    try translating("opening the store") {
      // The writer first: it creates the file that the readers open.
      let writer = try options.isReadOnly ? nil : openWriterOnceFree()
      let readers = try (0..<Connections.readerCount).map { _ in
        try DatabaseQueue(path: path, configuration: configuration(isReadOnly: true))
      }
      return Connections(writer: writer, readers: readers)
    }
  }

  /// Waits while another process creates the file: SQLite itself does not wait for a lock when it
  /// turns to WAL mode.
  private func openWriterOnceFree() throws -> DatabaseQueue {
    let end = ContinuousClock.now + .seconds(options.busySeconds)
    while true {
      do {
        return try openWriter()
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end
      {
        sqlite3_sleep(10)
      }
    }
  }

  private func openWriter() throws -> DatabaseQueue {
    var configuration = configuration(isReadOnly: false)
    configuration.journalMode = .wal
    let writer = try DatabaseQueue(path: path, configuration: configuration)
    try writer.writeWithoutTransaction { database in
      // GRDB sets NORMAL together with WAL; this overrides it.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      if let limit = options.maximumByteCount { try limitSize(database, to: limit) }
      try Schema.migrate(database)
    }
    return writer
  }

  private func configuration(isReadOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.label = "MessagingSQLite"
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(options.busySeconds)
    // EXTRA until the file is in WAL mode: the journal of that switch must be deleted durably. If a
    // loss of power brought it back, it would roll the file back to empty.
    configuration.prepareDatabase { [prepare] database in
      try database.execute(sql: "PRAGMA page_size = \(Schema.pageSize)")
      try Schema.check(database, mustExist: isReadOnly)
      if !isReadOnly { try database.execute(sql: "PRAGMA synchronous = EXTRA") }
      #if canImport(Darwin)
        try database.execute(sql: "PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
      #endif
      try prepare?(database)
    }
    return configuration
  }

  private func limitSize(_ database: Database, to bytes: Int) throws {
    let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? Schema.pageSize
    _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(1, bytes / pageSize))")
  }
}
