import Testing

@testable import MessagingModel

private typealias Attachment = MessagingModel.Attachment

@Suite struct AttachmentTests {
  @Test(arguments: [
    "a", "photos/a.jpg", "a/b/c", "...", ".hidden", "a..b", "..a", "a.", " ", "a b", "%2e%2e",
    "C:x", "e\u{301}/x", "a\\b",
  ])
  func `a path below the owned directory`(_ text: String) throws {
    let path = try #require(RelativePath(text))
    #expect(path.text == ExactString(text))
  }

  @Test(arguments: [
    "", "/", "/a", "a/", "a//b", ".", "./a", "a/.", "a/./b", "..", "../a", "a/..", "a/../b",
    "a\0", "\0",
  ])
  func `a path that could leave it`(_ text: String) {
    #expect(RelativePath(text) == nil)
  }

  @Test func `the local file is shown while it exists, then the remote one`() throws {
    let path = try #require(RelativePath("a.jpg"))
    let both = Attachment(localPath: path, remote: "https://x/a")
    #expect(both.source { $0 == path } == .local(path))
    #expect(both.source { _ in false } == .remote("https://x/a"))
    #expect(Attachment(localPath: path).source { _ in false } == .none)
    #expect(Attachment(remote: "r").source { _ in true } == .remote("r"))
    #expect(Attachment().source { _ in true } == .none)
  }

  private func media(_ files: [Attachment]) -> Body {
    .media(Body.Media(kind: .photo, attachments: files))
  }

  @Test func `the server's copy keeps the files of this device`() throws {
    let path = try #require(RelativePath("a.jpg"))
    let other = try #require(RelativePath("b.jpg"))
    let local = media([Attachment(localPath: path, placeholder: "blur", byteCount: 1)])
    let server = media([Attachment(remote: "r", byteCount: 2), Attachment(remote: "s")])
    let merged = media([
      Attachment(localPath: path, remote: "r", placeholder: "blur", byteCount: 2),
      Attachment(remote: "s"),
    ])
    #expect(server.keeping(local.attachments) == merged)
    #expect(merged.keeping(local.attachments) == merged, "twice is once")
    let own = media([Attachment(localPath: other, placeholder: "wave")])
    #expect(own.keeping(local.attachments) == own, "what it says itself comes first")
    let another = media([Attachment(localPath: other)])
    #expect(another.keeping(local.attachments) == another, "another file has no placeholder")
    #expect(media([]).keeping(local.attachments) == media([]))
    #expect(Body.text("x").keeping(local.attachments) == .text("x"))
    #expect(server.keeping([]) == server)
  }

  @Test func `a copy without an address keeps the one of the same file, and of no other`() throws {
    let path = try #require(RelativePath("a.jpg"))
    let other = try #require(RelativePath("b.jpg"))
    let uploaded = [Attachment(localPath: path, remote: "r", upload: .done)]
    let copy = media([Attachment(localPath: path, byteCount: 2, upload: .waiting)])
    #expect(
      copy.keeping(uploaded)
        == media([Attachment(localPath: path, remote: "r", byteCount: 2, upload: .done)]))
    // A copy of the server says no path: it is the file that this device has.
    #expect(
      media([Attachment(upload: .waiting)]).keeping(uploaded)
        == media([Attachment(localPath: path, remote: "r", upload: .done)]))
    let replaced = media([Attachment(localPath: other, upload: .waiting)])
    #expect(replaced.keeping(uploaded) == replaced)
    #expect(copy.keeping(uploaded, hasUploads: false) == copy, "an edit that waits has its own")
  }

  @Test func `files can be set only where there are any`() {
    var text = Body.text("x")
    text.attachments = [Attachment()]
    #expect(text == .text("x") && text.attachments.isEmpty)
    var photo = media([])
    photo.attachments = [Attachment(remote: "r")]
    #expect(photo == media([Attachment(remote: "r")]))
  }
}
