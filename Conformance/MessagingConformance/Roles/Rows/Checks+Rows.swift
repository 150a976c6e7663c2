extension Checks {
  /// By `ROWS-001/slug`.
  static let rows: [String: @Sendable (RoleContext<any RowsSubject>) async throws -> Void] = [
    "ROWS-001/every-order": RowsChecks.everyOrder,
    "ROWS-003/one-by-one": RowsChecks.oneByOne,
    "ROWS-005/one-of-two": RowsChecks.oneOfTwo,
    "ROWS-008/everything": RowsChecks.everythingInTheRow,
    "ROWS-032/nothing-left": RowsChecks.nothingLeft,
    "ROWS-034/random-moments": RowsChecks.likeTheNaiveRows,
  ]
}
