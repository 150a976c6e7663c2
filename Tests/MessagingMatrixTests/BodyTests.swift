import MessagingModel
import Testing

@testable import MessagingMatrix

/// What people write, both ways.
@Suite struct BodyTests {
  private static let remote: ExactString = "mxc://example.org/abc"
  private static let photo = Body.media(
    .init(
      kind: .photo, attachments: [Attachment(remote: remote, byteCount: 9, width: 3, height: 4)]))

  private static func media(_ kind: Body.Media.Kind, _ caption: ExactString) -> Body {
    .media(
      .init(kind: kind, attachments: [Attachment(remote: remote, byteCount: 1)], caption: caption))
  }

  @Test(arguments: [
    .text("hello"), .text("\u{0}e\u{301}"), photo, media(.audio, "listen"), media(.file, "file"),
    media(.photo, "attachment"),
  ])
  func `what is sent is read as the same`(body: Body) throws {
    #expect(Body(matrix: .object(try body.matrixContent()), type: "m.room.message") == body)
  }

  @Test func `no path of this device leaves it`() throws {
    var file = Attachment(remote: BodyTests.remote, byteCount: 9)
    file.localPath = RelativePath("secret/name.jpg")
    file.placeholder = "secret"
    let content = try Body.media(.init(kind: .photo, attachments: [file])).matrixContent()
    #expect(!JSON.object(content).text.string.contains("secret"))
  }

  @Test func `what has no form here is refused for good`() {
    let file = Attachment(remote: BodyTests.remote, byteCount: 1)
    let bodies: [(Body, ExactString)] = [
      (.payment(.init(amount: 1, currency: "EUR")), "unsupported-body"),
      (.system("x"), "unsupported-body"), (.redacted, "unsupported-body"),
      (.unknown(kind: "x", payload: ""), "unsupported-body"),
      (.media(.init(kind: .photo, attachments: [file, file])), "one-file-each"),
      (.media(.init(kind: .photo, attachments: [])), "one-file-each"),
      (.media(.init(kind: .photo, attachments: [Attachment(byteCount: 1)])), "not-uploaded"),
    ]
    for (body, code) in bodies {
      #expect(throws: SendError(.permanent, code: code)) { try body.matrixContent() }
    }
  }

  @Test(arguments: ["m.text", "m.notice", "m.emote"])
  func `kinds of text`(kind: String) {
    let content: JSON = ["msgtype": .string(ExactString(kind)), "body": "a"]
    #expect(Body(matrix: content, type: "m.room.message") == .text("a"))
  }

  @Test func `a kind that nobody knows is kept with all it says`() {
    let content: JSON = ["msgtype": "org.poll", "body": "a", "options": [1, "b"]]
    #expect(
      Body(matrix: content, type: "m.room.message")
        == .unknown(
          kind: "org.poll",
          payload: "{\"body\":\"a\",\"msgtype\":\"org.poll\",\"options\":[1,\"b\"]}"))
    #expect(
      Body(matrix: ["x": 1], type: "m.room.encrypted")
        == .unknown(kind: "m.room.encrypted", payload: "{\"x\":1}"))
    #expect(
      Body(matrix: [:], type: "m.room.message") == .unknown(kind: "m.room.message", payload: "{}"))
  }

  @Test(arguments: [
    "http://example.org/a", "mxc://example.org", "mxc://example.org/", "mxc:///a",
    "mxc://../a", "mxc://example.org/..", "mxc://example.org/a/b", "mxc://example.org/a?b",
    "mxc://example.org/a%2f", "mxc://exa mple/a", "",
  ])
  func `a picture without a place on the network is no picture`(url: String) {
    let content: JSON = ["msgtype": "m.image", "body": "a", "url": .string(ExactString(url))]
    guard case .unknown(kind: "m.image", _) = Body(matrix: content, type: "m.room.message") else {
      Issue.record("It is read as a picture.")
      return
    }
  }

  @Test func `sizes that make no sense are none`() throws {
    let content: JSON = [
      "msgtype": "m.image", "body": "a", "url": .string(BodyTests.remote),
      "info": ["size": -5, "w": "9", "h": .number(1e300)],
    ]
    let file = try #require(Body(matrix: content, type: "m.room.message").attachments.first)
    #expect(file == Attachment(remote: BodyTests.remote))
  }
}
