import MessagingModel
import Testing

/// An error says what, where and what to do.
@Suite struct RepositoryErrorTests {
  private struct Below: Error, CustomStringConvertible {
    let description = "errno 28"
  }

  @Test func `it names what, the conversation, the advice and what is below`() {
    let error = RepositoryError(.diskFull, "writing 3 rows", conversation: "k1", cause: Below())
    #expect(
      error.description == "disk-full: writing 3 rows, conversation \"k1\". "
        + "Free space; the store is as it was before; below: errno 28")
    #expect(
      RepositoryError(.closed, "read").description == "closed: read. Open the repository again")
  }

  @Test func `a line break in a name does not break the line`() {
    let error = RepositoryError(.corrupted, "a row", conversation: "k\n\"1")
    #expect(error.description.hasPrefix(#"corrupted: a row, conversation "k\n\"1". "#))
  }

  /// No two codes have the same name, and each has an advice of its own kind and a sentence.
  @Test func `each code has an advice, and a sentence for a person`() {
    for code in RepositoryError.Code.allCases {
      let error = RepositoryError(code, "x")
      let parts = error.description.split(separator: ". ")
      #expect(parts.first == "\(code.rawValue): x")
      #expect(parts.count == 2, "\(code)")
      #expect(error.userMessage.hasSuffix("."))
    }
    let advices = RepositoryError.Code.allCases.map {
      RepositoryError($0, "x").description.split(separator: ". ").last
    }
    #expect(Set(advices).count == RepositoryError.Code.allCases.count)
  }
}
