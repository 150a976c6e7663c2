import Testing

@testable import MessagingModel

/// Bounds of values that no script writes.
@Suite struct BoundsTests {
  @Test(arguments: [(-1, false), (0, true), (100, true), (101, false)])
  func `the progress of an upload is from 0 to 100 percent`(percent: Int, isValid: Bool) {
    let path = RelativePath("photos/a.jpg")
    #expect(path != nil)
    guard let path else { return }
    let change = Change.upload(
      MessageKey("k1", MessageID(high: 0, low: 1)), file: path, .uploading(percent: percent),
      remote: nil)
    let error: RepositoryError?
    do throws(RepositoryError) {
      try change.validate()
      error = nil
    } catch let refusal {
      error = refusal
    }
    #expect((error == nil) == isValid)
    #expect(error?.code ?? .malformedChange == .malformedChange)
  }

  @Test func `the names of stored files are in the order of their texts`() {
    let keys = ["a", "b", "c", "d"].map { FileKey(ExactString($0), .whole) }
    let names = keys.map(StoredName.init)
    #expect(names.sorted().map { $0.description } == names.map { $0.description }.sorted())
  }
}
