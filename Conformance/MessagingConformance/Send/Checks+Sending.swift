extension Checks {
  /// Of the areas SEND and MEDIA.
  static let sending: [String: @Sendable (RoleContext<any SendSubject>) async throws -> Void] = [
    "SEND-061/histories": SendChecks.histories,
    "SEND-062/each-step": SendChecks.crashAtEachStep,
    "SEND-063/small-cases": SendChecks.everyOrder,
  ]
}
