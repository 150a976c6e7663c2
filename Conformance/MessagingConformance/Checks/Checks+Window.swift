extension Checks {
  /// By `WINDOW-001/slug`.
  static let window: [String: @Sendable (RoleContext<any WindowSubject>) async throws -> Void] = [:]
}
