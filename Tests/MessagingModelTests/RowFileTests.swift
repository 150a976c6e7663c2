import MessagingModel
import Testing

/// Which file a row shows, and what it wishes for.
@Suite("The file of a row") struct RowFileTests {
  private let own = RelativePath("m1/0.jpg")
  private let whole = FileKey("mxc://a/b", .whole)
  private let thumbnail = FileKey("mxc://a/b", .thumbnail)

  private func attachment(own: Bool, remote: Bool) -> MessagingModel.Attachment {
    MessagingModel.Attachment(
      localPath: own ? self.own : nil, remote: remote ? "mxc://a/b" : nil, placeholder: "blur",
      byteCount: 7)
  }

  @Test("our own file, as long as it is there") func ours() throws {
    let path = try #require(own)
    let sent = attachment(own: true, remote: true)
    #expect(sent.rowFile(fileExists: { $0 == path }, isHere: { _ in true }) == .own(path))
    #expect(sent.wishes(distance: 0) { $0 == path }.map(\.isOwn) == [true, true])
    #expect(sent.rowFile(fileExists: { _ in false }, isHere: { _ in true }) == .downloaded(whole))
    #expect(sent.wishes(distance: 0) { _ in false }.map(\.isOwn) == [false, false])
    let unsent = attachment(own: true, remote: false)
    #expect(unsent.rowFile(fileExists: { _ in true }, isHere: { _ in false }) == .own(path))
    #expect(unsent.wishes(distance: 0) { _ in true } == [])
  }

  @Test("else what was downloaded, its small picture, or what the message brought")
  func theirs() {
    let received = attachment(own: false, remote: true)
    let shows = { (here: Set<FileKey>) in
      received.rowFile(fileExists: { _ in true }, isHere: here.contains)
    }
    #expect(shows([whole, thumbnail]) == .downloaded(whole))
    #expect(shows([thumbnail]) == .thumbnail(thumbnail))
    #expect(shows([]) == .placeholder("blur"))
    let nowhere = attachment(own: false, remote: false)
    #expect(
      nowhere.rowFile(fileExists: { _ in true }, isHere: { _ in true }) == .placeholder("blur"))
  }

  @Test("the size that a message says is that of the whole file") func sizes() {
    let received = attachment(own: false, remote: true)
    #expect(
      received.wishes(distance: 2) { _ in false } == [
        FileWish(thumbnail, distance: 2), FileWish(whole, byteCount: 7, distance: 2),
      ])
    #expect(
      received.wishes(distance: 0, parts: [.whole]) { _ in false } == [
        FileWish(whole, byteCount: 7)
      ])
  }
}
