// Errors of a subject that a check does not expect.
extension Check {
  /// A check during which the subject may throw: an error of the subject that the check does not
  /// catch is a violation, not an error of the suite.
  ///
  /// - Parameter words: what is wrong, for an error of the subject; `nil` for any other error.
  init<Subject>(
    _ check: @escaping @Sendable (RoleContext<Subject>) async throws -> Void,
    unexpected words: @escaping @Sendable (any Error) -> String?
  ) {
    self.init { (context: RoleContext<Subject>) in
      do {
        try await check(context)
      } catch {
        throw error.asViolation(words)
      }
    }
  }
}

extension Error {
  /// The violation that the report shall have instead of the error; the error itself if it is not
  /// the subject's.
  ///
  /// - Parameters:
  ///   - words: what is wrong, for an error of the subject; `nil` for any other error.
  ///   - trail: what was done before, for the notes of the violation.
  func asViolation(
    _ words: (any Error) -> String?, after trail: [String] = []
  ) -> any Error {
    guard var violation = self as? Violation ?? words(self).map({ Violation($0) }) else {
      return self
    }
    violation.notes += trail
    return violation
  }
}
