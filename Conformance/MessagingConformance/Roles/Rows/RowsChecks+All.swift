extension RowsChecks {
  /// The checks, by `ROWS-001/slug`.
  static let all: [String: @Sendable (RoleContext<any RowsSubject>) async throws -> Void] = [
    "ROWS-001/every-order": everyOrder,
    "ROWS-003/one-by-one": oneByOne,
    "ROWS-005/one-of-two": oneOfTwo,
    "ROWS-008/everything": everythingInTheRow,
    "ROWS-032/nothing-left": nothingLeft,
    "ROWS-034/random-moments": likeTheNaiveRows,
  ]
}
