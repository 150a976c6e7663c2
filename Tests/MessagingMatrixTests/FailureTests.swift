import Foundation
import MessagingModel
import Testing

@testable import MessagingMatrix

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What statuses and codes mean.
@Suite struct FailureTests {
  private func failure(_ status: Int, _ body: String, retryAfter: Int64? = nil) -> MatrixFailure {
    var answer = HTTPAnswer()
    answer.status = status
    answer.body = Data(body.utf8)
    answer.retryAfter = retryAfter
    return MatrixFailure(answer)
  }

  private func code(_ code: String) -> String { "{\"errcode\":\"\(code)\",\"error\":\"secret\"}" }

  @Test func `syncing`() {
    let cases: [(Int, String, SyncError.Kind)] = [
      (401, "M_UNKNOWN_TOKEN", .unauthorized), (401, "M_MISSING_TOKEN", .unauthorized),
      (400, "M_UNKNOWN_POS", .unknownToken), (400, "M_UNKNOWN", .unknownToken),
      (400, "M_INVALID_PARAM", .unknownToken), (400, "M_BAD_JSON", .refused),
      (403, "M_FORBIDDEN", .refused), (404, "M_NOT_FOUND", .refused),
      (429, "M_LIMIT_EXCEEDED", .transient), (500, "M_UNKNOWN", .transient),
      (503, "M_UNKNOWN", .transient), (302, "M_X", .malformed), (0, "M_X", .malformed),
    ]
    for (status, word, kind) in cases {
      let error = SyncError(failure(status, code(word)), namesToken: true)
      #expect(error == SyncError(kind, code: ExactString(word)))
    }
    // A question that named no place was not refused because of it.
    #expect(SyncError(failure(400, code("M_UNKNOWN"))).kind == .refused)
  }

  @Test func `sending`() {
    let cases: [(Int, String, SendError.Kind)] = [
      (401, "M_UNKNOWN_TOKEN", .unauthorized), (403, "M_FORBIDDEN", .permanent),
      (404, "M_NOT_FOUND", .permanent), (413, "M_TOO_LARGE", .permanent),
      (429, "M_LIMIT_EXCEEDED", .transient), (500, "M_UNKNOWN", .indeterminate),
      (502, "M_UNKNOWN", .indeterminate), (503, "M_UNKNOWN", .transient),
      (200, "M_X", .indeterminate), (302, "M_X", .indeterminate),
    ]
    for (status, word, kind) in cases {
      #expect(SendError(failure(status, code(word))) == SendError(kind, code: ExactString(word)))
    }
  }

  @Test func `what a proxy refuses is asked for again`() {
    for body in ["<html>Forbidden</html>", "{}", ""] {
      #expect(SyncError(failure(403, body)).kind == .transient)
      #expect(SyncError(failure(404, body)).kind == .transient)
      #expect(SendError(failure(403, body)).kind == .transient)
      #expect(SyncError(failure(401, body)).kind == .unauthorized)
      for status in [403, 404, 407] {
        #expect(DownloadError(failure(status, body)).kind == .transient)
      }
    }
    #expect(DownloadError(failure(403, code("M_FORBIDDEN"))).kind == .refused)
    // What is too large stays too large.
    #expect(SendError(failure(413, "<html></html>")).kind == .permanent)
  }

  @Test func `how long the server wants to be left alone`() {
    let body = "{\"errcode\":\"M_LIMIT_EXCEEDED\",\"retry_after_ms\":1500}"
    #expect(SyncError(failure(429, body)).retryAfter == 1_500)
    #expect(SendError(failure(429, body, retryAfter: 9)).retryAfter == 1_500)
    #expect(SendError(failure(429, code("M_LIMIT_EXCEEDED"), retryAfter: 9)).retryAfter == 9_000)
    #expect(SyncError(failure(429, "{\"retry_after_ms\":-5}")).retryAfter == 0)
    #expect(SyncError(failure(429, "{\"retry_after_ms\":\"soon\"}")).retryAfter == nil)
  }

  @Test func `a code is a word, or the status`() {
    for body in [
      "", "<html>", "[]", "{}", code("a b"), code(""), code(String(repeating: "A", count: 65)),
    ] {
      #expect(SyncError(failure(502, body)).code == "502")
    }
  }

  @Test func `a connection that failed before and after somebody heard`() {
    let network = { (code: URLError.Code) in MatrixFailure(URLError(code)) }
    #expect(SendError(network(.notConnectedToInternet)).kind == .offline)
    #expect(SyncError(network(.notConnectedToInternet)).kind == .offline)
    #expect(SendError(network(.cannotConnectToHost)).kind == .transient)
    #expect(SendError(network(.cannotFindHost)).kind == .transient)
    for code in [URLError.Code.networkConnectionLost, .timedOut, .badServerResponse, .cancelled] {
      #expect(SendError(network(code)).kind == .indeterminate)
      #expect(SyncError(network(code)).kind == .transient)
    }
    #expect(SendError(.malformed("not-json")).kind == .indeterminate)
    #expect(SyncError(.malformed("not-json")).kind == .malformed)
  }
}

@Suite struct RequestTests {
  private func account(_ address: String) throws -> MatrixAccount {
    MatrixAccount(homeserver: try #require(URL(string: address)), user: Samples.me) { "secret" }
  }

  @Test func `names are escaped, whatever is in them`() throws {
    var request = MatrixRequest(.put, "client", "v3", "rooms", "!a/..:x", "send", "m.x", "é?#%")
    request.query = [("from", "a&b=c d"), ("dir", "b")]
    request.body = ["a": 1]
    let wire = try #require(request.urlRequest(of: account("http://127.0.0.1:8008/base/")))
    #expect(
      wire.url?.absoluteString
        == "http://127.0.0.1:8008/base/_matrix/client/v3/rooms/%21a%2F%2E%2E%3Ax/send/m%2Ex/"
        + "%C3%A9%3F%23%25?from=a%26b%3Dc%20d&dir=b")
    #expect(wire.httpMethod == "PUT")
    #expect(wire.httpBody == Data("{\"a\":1}".utf8))
    #expect(wire.value(forHTTPHeaderField: "Authorization") == "Bearer secret")
  }

  @Test func `an address that is none of the web is refused`() throws {
    let request = MatrixRequest(.get, "client")
    #expect(request.urlRequest(of: try account("file:///etc")) == nil)
    #expect(request.urlRequest(of: try account("nothing")) == nil)
  }

  @Test func `the token is not what an account, a client or an error shows`() throws {
    let account = try account("http://127.0.0.1:1")
    let client = MatrixClient(account)
    var shown = "\(account) \(client) \(MatrixSyncTransport(client, book: MatrixBook(file: nil)))"
    dump(account, to: &shown)
    dump(client, to: &shown)
    #expect(!shown.contains("secret"))
  }

  @Test func `the clock of the server`() {
    let time = HTTPAnswer.date("Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(time == Timestamp(milliseconds: 784_111_777_000))
    #expect(HTTPAnswer.date("yesterday") == nil)
  }

  @Test(
    arguments: [
      ("120", 120), ("-1", 0), ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("soon", nil),
    ] as [(String, Int64?)])
  func `how long the server asks to wait`(text: String, seconds: Int64?) throws {
    let url = try #require(URL(string: "http://stub"))
    let response = try #require(
      HTTPURLResponse(
        url: url, statusCode: 503, httpVersion: "HTTP/1.1",
        headerFields: ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": text]))
    #expect(HTTPAnswer(response).retryAfter == seconds)
  }

  @Test func `a report of typing is given up after seconds`() throws {
    var request = MatrixRequest(.put, "client")
    request.limit = 5
    #expect(request.urlRequest(of: try account("http://stub"))?.timeoutInterval == 5)
  }
}
