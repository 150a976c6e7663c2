import Testing

/// The index for stores that have none, put to the rules of an index.
@Suite struct NamedIndexTests {
  @Test(arguments: 61...67)
  func requirement(_ number: Int) async throws {
    try await expectConformance(of: "named-index", to: "REPO-0\(number)")
  }
}
