import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingMatrix

/// A file for a homeserver, and what others see of the owner.
@Suite("Files and signals for a homeserver", .timeLimit(.minutes(10))) struct UploadTests {
  private let message = MessageKey(Samples.room, MessageID(high: 0, low: 1))

  private func upload(
    _ name: String, _ answer: StubAnswer
  ) async throws -> (result: Result<ExactString, SendError>, server: ScriptedHomeserver) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("upload-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent(name)
    try Data("{\"a\":1}".utf8).write(to: source)
    let files = OwnedDirectory(root: folder.appendingPathComponent("own"))
    let file = try files.take(source, for: message, attachment: 0)
    let server = ScriptedHomeserver([answer])
    let uploader = MatrixUploader(server.client(), files: files)
    do throws(SendError) {
      let key = UploadKey(message, file: file.path)
      return (.success(try await uploader.upload(file, key: key) { _ in }), server)
    } catch {
      return (.failure(error), server)
    }
  }

  @Test("the name of an uploaded file is the server's") func uploaded() async throws {
    let (result, server) = try await upload(
      "a.jpg", .json(#"{"content_uri":"mxc://server/id"}"#))
    #expect(try result.get() == "mxc://server/id")
    #expect(server.asked.map(\.path) == ["/_matrix/media/v3/upload"])
    #expect(server.asked.map(\.method) == ["POST"])
  }

  @Test("what a file is follows from its name") func types() async throws {
    let types = [
      ("a.JPG", "image/jpeg"), ("a.jpeg", "image/jpeg"), ("a.png", "image/png"),
      ("a.gif", "image/gif"), ("a.webp", "image/webp"), ("a.heic", "image/heic"),
      ("a.m4a", "audio/mp4"), ("a.mp4", "audio/mp4"), ("a.ogg", "audio/ogg"),
      ("a.mp3", "audio/mpeg"), ("a.bin", "application/octet-stream"),
    ]
    for (name, type) in types {
      let (_, server) = try await upload(name, .json(#"{"content_uri":"mxc://server/id"}"#))
      #expect(server.asked.map(\.type) == [type])
    }
  }

  @Test("an upload can be repeated, so nothing is in doubt") func errors() async throws {
    let cases: [(StubAnswer, SendError)] = [
      (.json("{}"), SendError(.transient, code: "content-uri")),
      (.json("no"), SendError(.transient, code: "not-json")),
      (.refused(500, "M_UNKNOWN"), SendError(.transient, code: "M_UNKNOWN")),
      (
        .refused(429, "M_LIMIT_EXCEEDED", retryAfter: 900),
        SendError(.transient, code: "M_LIMIT_EXCEEDED", retryAfter: 900)
      ),
      (.refused(413, "M_TOO_LARGE"), SendError(.permanent, code: "M_TOO_LARGE")),
    ]
    for (answer, error) in cases {
      #expect(try await upload("a.png", answer).result == .failure(error))
    }
  }

  @Test("how far the owner has read is reported") func reading() async throws {
    let server = ScriptedHomeserver([.json("{}"), .refused(403, "M_FORBIDDEN")])
    let client = server.client()
    try await client.markAsRead(upTo: "$e", in: Samples.room)
    #expect(server.lines == ["POST /rooms/!k1:example.org/receipt/m.read/$e"])
    #expect(server.asked.first?.body == [:])
    await #expect(throws: SyncError(.refused, code: "M_FORBIDDEN")) {
      try await client.markAsRead(upTo: "$e", in: Samples.room)
    }
  }

  @Test("that the owner types is reported, and that it ends") func typing() async throws {
    let server = ScriptedHomeserver([.json("{}"), .json("{}"), .refused(500, "M_X")])
    let client = server.client()
    try await client.setTyping(for: 8_000, in: Samples.room)
    try await client.setTyping(for: -1, in: Samples.room)
    #expect(server.lines[0] == "PUT /rooms/!k1:example.org/typing/@me:example.org")
    #expect(
      server.asked.map(\.body) == [
        ["typing": true, "timeout": 8_000], ["typing": false, "timeout": 0],
      ])
    await #expect(throws: SyncError(.transient, code: "M_X")) {
      try await client.setTyping(for: 1, in: Samples.room)
    }
  }

  @Test("an address that is none is not asked") func address() async {
    let account = MatrixAccount(homeserver: URL(fileURLWithPath: "/x"), user: Samples.me) { "t" }
    let client = MatrixClient(account)
    await #expect(throws: SyncError(.transient, code: "homeserver-address")) {
      try await client.markAsRead(upTo: "$e", in: Samples.room)
    }
  }
}
