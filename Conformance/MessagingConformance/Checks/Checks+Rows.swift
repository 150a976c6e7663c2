extension Checks {
  /// By `ROWS-001/slug`.
  static let rows: [String: @Sendable (RoleContext<any RowsSubject>) async throws -> Void] = [:]
}
