extension Checks {
  /// Of the areas SEND and MEDIA.
  static let sending: [String: @Sendable (RoleContext<any SendSubject>) async throws -> Void] = [:]
}
