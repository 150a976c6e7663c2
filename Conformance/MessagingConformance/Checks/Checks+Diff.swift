extension Checks {
  /// By `DIFF-001/slug`.
  static let diff: [String: @Sendable (RoleContext<any DiffSubject>) async throws -> Void] = [:]
}
