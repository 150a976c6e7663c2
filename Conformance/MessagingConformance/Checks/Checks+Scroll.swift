extension Checks {
  /// By `SCROLL-001/slug`.
  static let scroll: [String: @Sendable (RoleContext<any ScrollSubject>) async throws -> Void] = [:]
}
