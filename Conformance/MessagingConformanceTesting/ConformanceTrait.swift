public import MessagingConformance
public import Testing

/// Runs the suite on a subject around the tests of a `@Suite`.
public struct ConformanceTrait: SuiteTrait, TestScoping {
  let subject: any ConformanceSubject
  let expectations: String?
  let reports: String?
  let filePath: String
  let sourceLocation: SourceLocation

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let settings = ConformanceSettings(
      expectations: expectations, reports: reports, suite: test.name,
      folder: ConformanceSettings.packageFolder(above: filePath))
    let session = ConformanceSession(subject, settings)
    try await ConformanceSession.$current.withValue(session) { try await function() }
    await session.finish(at: sourceLocation)
  }
}

extension Trait where Self == ConformanceTrait {
  /// Checks a subject against the Spec.
  ///
  /// - Parameters:
  /// - subject: the subject to check.
  /// - expectations: the file of known failures, relative to the folder of the package, wherever
  ///   the tests are started; `nil` for none.
  /// - reports: the folder for `index.html`, `junit.xml` and `results.jsonl`; `nil` for none.
  /// - filePath: a file of the package.
  public static func conformance(
    _ subject: any ConformanceSubject, expectations: String? = nil, reports: String? = nil,
    filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) -> ConformanceTrait {
    ConformanceTrait(
      subject: subject, expectations: expectations, reports: reports, filePath: filePath,
      sourceLocation: sourceLocation)
  }
}
