extension WindowChecks {
  /// The checks, by `WINDOW-001/slug`.
  static let all: [String: @Sendable (RoleContext<any WindowSubject>) async throws -> Void] = [
    "WINDOW-004/one-at-a-time": oneAtATime,
    "WINDOW-017/whatever-happens": nearbyStays,
    "WINDOW-023/rows-of-any-height": comesToRest,
    "WINDOW-034/offset-and-cursor": offsetAndCursor,
    "WINDOW-036/five-thousand": toTheStart,
    "WINDOW-037/rows-asked-for": rowsAskedFor,
    "WINDOW-048/whatever-happens": rangeOfTheStore,
    "WINDOW-059/whatever-happened": bothEnds,
  ]
}
