import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingMatrix

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A file from a server that answers from a table.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DownloadTests {
  private let file = Data((0..<200).map { UInt8($0) })

  /// What came: the length that was told, and the bytes.
  private struct Heard: Sendable {
    var total: Int?
    var bytes = Data()
  }

  private func download(
    _ answer: StubAnswer, from offset: Int, name: ExactString = "mxc://server/id",
    part: FileKey.Part = .whole
  ) async -> (heard: Heard, error: DownloadError?) {
    StubProtocol.answer.withLock { $0 = answer }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StubProtocol.self]
    let account = MatrixAccount(homeserver: URL(string: "http://stub")!, user: Samples.me) { "t" }
    let client = MatrixClient(account, configuration: configuration)
    let heard = Locked(Heard())
    do throws(DownloadError) {
      try await MatrixDownloader(client).download(FileKey(name, part), from: offset) { news in
        heard.withLock { heard in
          switch news {
          case .begins(let total): heard.total = total
          case .bytes(let bytes): heard.bytes += bytes
          }
        }
      }
    } catch {
      return (heard.current, error)
    }
    return (heard.current, nil)
  }

  @Test func `whole`() async {
    let (heard, error) = await download(StubAnswer(200, file), from: 0)
    #expect(error == nil)
    #expect(heard.total == 200)
    #expect(heard.bytes == file)
    let asked = StubProtocol.asked.current
    #expect(asked?.value(forHTTPHeaderField: "Range") == nil)
    #expect(asked?.value(forHTTPHeaderField: "Accept-Encoding") == "identity")
    #expect(asked?.url?.path == "/_matrix/client/v1/media/download/server/id")
  }

  @Test func `a request that begins anew, because it was paused, brings each byte once`() async {
    for (offset, fields) in [(0, [:]), (50, ["Content-Range": "bytes 50-199/200"])] {
      var answer = StubAnswer(offset == 0 ? 200 : 206, file.dropFirst(offset), fields)
      answer.restartsAfter = 70
      let (heard, error) = await download(answer, from: offset)
      #expect(error == nil)
      #expect(heard.total == 200)
      #expect(heard.bytes == file.dropFirst(offset))
    }
  }

  @Test func `the rest of it`() async {
    let part = StubAnswer(206, file.dropFirst(150), ["Content-Range": "bytes 150-199/200"])
    let (heard, error) = await download(part, from: 150)
    #expect(error == nil)
    #expect(heard.total == 200)
    #expect(heard.bytes == file.dropFirst(150))
    #expect(StubProtocol.asked.current?.value(forHTTPHeaderField: "Range") == "bytes=150-")
  }

  @Test func `from a server that begins before what was asked for`() async {
    for answer in [
      StubAnswer(200, file),
      StubAnswer(206, file.dropFirst(100), ["Content-Range": "bytes 100-199/200"]),
    ] {
      let (heard, error) = await download(answer, from: 150)
      #expect(error == nil)
      #expect(heard.total == 200)
      #expect(heard.bytes == file.dropFirst(150))
    }
  }

  @Test func `nothing where nothing is left`() async {
    let (heard, error) = await download(StubAnswer(200, file), from: 200)
    #expect(error == nil)
    #expect(heard.bytes.isEmpty)
  }

  @Test func `an offset that the server does not have`() async {
    for answer in [
      StubAnswer(416, Data()), StubAnswer(200, file.prefix(100)),
      StubAnswer(206, file.dropFirst(160), ["Content-Range": "bytes 160-199/200"]),
      StubAnswer(206, file, ["Content-Range": "lines 1-2"]),
    ] {
      let (heard, error) = await download(answer, from: 150)
      #expect(error?.kind == .offset)
      #expect(heard.bytes.isEmpty)
    }
  }

  @Test func `refusals, and what passes`() async {
    let cases: [(Int, DownloadError.Kind)] = [
      (401, .unauthorized), (403, .refused), (404, .refused), (429, .transient), (500, .transient),
      (302, .transient),
    ]
    for (status, kind) in cases {
      let body = Data("{\"errcode\":\"M_X\",\"error\":\"secret\"}".utf8)
      let (heard, error) = await download(StubAnswer(status, body), from: 0)
      #expect(error == DownloadError(kind, code: "M_X"))
      #expect(heard.bytes.isEmpty)
    }
    let (_, error) = await download(StubAnswer(200, file), from: 0, name: "https://server/id")
    #expect(error == DownloadError(.refused, code: "file-name"))
  }

  @Test func `a thumbnail is asked for by its size`() async {
    _ = await download(StubAnswer(200, file), from: 0, part: .thumbnail)
    let url = StubProtocol.asked.current?.url
    #expect(url?.path == "/_matrix/client/v1/media/thumbnail/server/id")
    #expect(url?.query == "width=640&height=640&method=scale")
  }

  @Test func `more than the memory is to hold: it comes as it is taken`() async {
    let long = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 / 3) })
    let (heard, error) = await download(StubAnswer(200, long), from: 0)
    #expect(error == nil)
    #expect(heard.bytes == long)
  }

  @Test func `ranges as servers write them`() {
    #expect(HTTPAnswer.range("bytes 100-199/1000").map { [$0.first, $0.total] } == [100, 1_000])
    #expect(HTTPAnswer.range("bytes 100-199/*").map { [$0.first, $0.total] } == [100, nil])
    for text in ["", "bytes", "bytes */1000", "lines 1-2/3", "bytes 1-2"] {
      #expect(HTTPAnswer.range(text) == nil)
    }
  }
}

/// What a stub says.
struct StubAnswer: Sendable {
  let status: Int
  let body: Data
  var fields: [String: String]
  /// After so many bytes it begins anew.
  var restartsAfter: Int?

  init(_ status: Int, _ body: Data, _ fields: [String: String] = [:]) {
    (self.status, self.body) = (status, body)
    self.fields = fields
    self.fields["Content-Length"] = String(body.count)
  }
}

/// Answers the next request, whatever it is.
final class StubProtocol: URLProtocol {
  static let answer = Locked(StubAnswer(500, Data()))
  static let asked = Locked<URLRequest?>(nil)

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    StubProtocol.asked.withLock { $0 = request }
    let answer = StubProtocol.answer.current
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.fields)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    if let count = answer.restartsAfter {
      client?.urlProtocol(self, didLoad: Data(answer.body.prefix(count)))
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    }
    var rest = answer.body[...]
    while !rest.isEmpty {
      client?.urlProtocol(self, didLoad: Data(rest.prefix(64_000)))
      rest = rest.dropFirst(64_000)
    }
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
