internal import GRDB
internal import MessagingModel

/// A file, and how to open it.
struct StorageFile {
  let path: String
  let options: SQLiteOptions

  /// Opens the file, creates or migrates what is in it, and makes writes durable.
  func open() throws(RepositoryError) -> DatabasePool {
    try translating("opening the store") {
      let pool = try DatabasePool(path: path, configuration: configuration)
      if !options.isReadOnly {
        try pool.writeWithoutTransaction { database in
          // After the pool has chosen NORMAL for itself.
          try database.execute(sql: "PRAGMA synchronous = FULL")
          if let limit = options.maximumByteCount { try limitSize(database, to: limit) }
          try Schema.migrate(database)
        }
      }
      return pool
    }
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "MessagingSQLite"
    configuration.readonly = options.isReadOnly
    configuration.busyMode = .timeout(options.busySeconds)
    // Also called for each reader: a file that another process migrated meanwhile is noticed.
    configuration.prepareDatabase { [isReadOnly = options.isReadOnly] database in
      try database.execute(sql: "PRAGMA page_size = \(Schema.pageSize)")
      try Schema.check(database, mustExist: isReadOnly)
      #if canImport(Darwin)
        try database.execute(sql: "PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
      #endif
    }
    return configuration
  }

  private func limitSize(_ database: Database, to bytes: Int) throws {
    let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? Schema.pageSize
    _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(1, bytes / pageSize))")
  }
}
