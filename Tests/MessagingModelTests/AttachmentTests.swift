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

  @Test func `files can be set only where there are any`() {
    var text = Body.text("x")
    text.attachments = [Attachment()]
    #expect(text == .text("x") && text.attachments.isEmpty)
    var photo = media([])
    photo.attachments = [Attachment(remote: "r")]
    #expect(photo == media([Attachment(remote: "r")]))
  }
}
