extension Checks {
  /// By `WINDOW-001/slug`.
  static let window: [String: @Sendable (RoleContext<any WindowSubject>) async throws -> Void] = [
    "WINDOW-004/one-at-a-time": WindowChecks.oneAtATime,
    "WINDOW-017/whatever-happens": WindowChecks.nearbyStays,
    "WINDOW-023/rows-of-any-height": WindowChecks.comesToRest,
    "WINDOW-034/offset-and-cursor": WindowChecks.offsetAndCursor,
    "WINDOW-036/five-thousand": WindowChecks.toTheStart,
    "WINDOW-037/rows-asked-for": WindowChecks.rowsAskedFor,
    "WINDOW-048/whatever-happens": WindowChecks.stretchOfTheStore,
  ]
}
