import Foundation
import MessagingCore
import MessagingModel

@testable import MessagingMatrix

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A homeserver that gives its answers in order, and keeps what it was asked.
final class ScriptedHomeserver: Sendable {
  /// A request, as the server got it.
  struct Asked: Sendable {
    let method: String
    let path: String
    let query: [String: String]
    let token: String?
    /// The type of the body.
    let type: String?
    let body: JSON?

    /// `PUT /rooms/…`: without what all paths begin with.
    var line: String {
      let start = "/_matrix/client/v3"
      return "\(method) \(path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path)"
    }
  }

  private struct State {
    var answers: [StubAnswer]
    var asked: [Asked] = []
  }

  private static let servers = Locked<[String: ScriptedHomeserver]>([:])
  private static let count = Locked(0)

  private let state: Locked<State>
  private let host: String

  /// - Parameter answers: one for each request; after the last one, requests fail with 500.
  init(_ answers: [StubAnswer]) {
    state = Locked(State(answers: answers))
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    host = "stub\(number)"
    Self.servers.withLock { [host] in $0[host] = self }
  }

  static func named(_ host: String?) -> ScriptedHomeserver? {
    host.flatMap { name in servers.withLock { $0[name] } }
  }

  var asked: [Asked] { state.current.asked }
  var lines: [String] { asked.map(\.line) }

  func client(_ limits: MatrixLimits = MatrixLimits()) -> MatrixClient {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [ScriptedProtocol.self]
    let account = MatrixAccount(
      homeserver: URL(string: "http://\(host)/") ?? URL(fileURLWithPath: "/"), user: Samples.me
    ) { "secret" }
    return MatrixClient(account, limits: limits, configuration: configuration)
  }

  func answer(_ request: URLRequest) -> StubAnswer {
    let parts = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    let items = parts?.queryItems ?? []
    let asked = Asked(
      method: request.httpMethod ?? "", path: parts?.path ?? "",
      query: Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first },
      token: request.value(forHTTPHeaderField: "Authorization"),
      type: request.value(forHTTPHeaderField: "Content-Type"),
      body: ScriptedHomeserver.body(of: request).flatMap { try? JSONReader.read($0) })
    return state.withLock { state in
      state.asked.append(asked)
      return state.answers.isEmpty ? StubAnswer(500, Data()) : state.answers.removeFirst()
    }
  }

  /// The body of a request. A session may turn it into a stream.
  private static func body(of request: URLRequest) -> Data? {
    if let body = request.httpBody { return body }
    guard let stream = request.httpBodyStream else { return nil }
    stream.open()
    defer { stream.close() }
    var (body, buffer) = (Data(), [UInt8](repeating: 0, count: 4_096))
    while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
      body += buffer.prefix(count)
    }
    return body
  }
}

extension StubAnswer {
  /// What a server takes or tells.
  static func json(_ text: String, date: String? = nil) -> StubAnswer {
    StubAnswer(200, Data(text.utf8), date.map { ["Date": $0] } ?? [:])
  }

  /// A refusal of a homeserver.
  static func refused(
    _ status: Int, _ code: String, retryAfter: Int? = nil
  ) -> StubAnswer {
    let wait = retryAfter.map { ",\"retry_after_ms\":\($0)" } ?? ""
    return StubAnswer(status, Data("{\"errcode\":\"\(code)\"\(wait)}".utf8))
  }
}

/// Asks the server of a host.
final class ScriptedProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let server = ScriptedHomeserver.named(url.host) else {
      client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
      return
    }
    let answer = server.answer(request)
    guard
      let response = HTTPURLResponse(
        url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.fields)
    else {
      client?.urlProtocol(self, didFailWithError: URLError(.badServerResponse))
      return
    }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: answer.body)
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
