internal import FlyingFox
internal import FlyingSocks
internal import Foundation

/// Serves the page and its socket on the loopback address, to nobody else.
struct LabServer {
  let port: UInt16

  /// - Parameter report: told the address once it listens.
  func run(report: @escaping @Sendable (String) -> Void) async throws {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
    await server.appendRoute("GET /socket") { request in
      guard LabServer.isOwn(request) else { return HTTPResponse(statusCode: .forbidden) }
      let frames = MessageFrameWSHandler(handler: LabSocket(), frameSize: 1 << 22)
      return try await WebSocketHTTPHandler(handler: frames).handleRequest(request)
    }
    await server.appendRoute("GET /*") { request in LabServer.file(request.path) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        try await server.waitUntilListening()
        guard case .ip4(_, let port)? = await server.listeningAddress else { return }
        report("http://127.0.0.1:\(port)/")
      }
      while try await group.next() != nil {}  // The first error ends both.
    }
  }

  /// Whether the page that opens a socket is ours: any page may try.
  private static func isOwn(_ request: HTTPRequest) -> Bool {
    guard let host = request.headers[.host], host.hasPrefix("127.0.0.1:") else { return false }
    guard let origin = request.headers[HTTPHeader("Origin")] else { return true }
    return origin == "http://\(host)"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
  ]

  /// A file of the page, by its plain name.
  private static func file(_ path: String) -> HTTPResponse {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].allSatisfy({ $0.isLetter || $0 == "-" }),
      let type = types[String(parts[1])],
      let url = Bundle.module.url(forResource: "Page", withExtension: nil),
      let data = try? Data(contentsOf: url.appendingPathComponent(name))
    else { return HTTPResponse(statusCode: .notFound) }
    return HTTPResponse(
      statusCode: .ok,
      headers: [
        .contentType: type, HTTPHeader("Cache-Control"): "no-store",
        HTTPHeader("Content-Security-Policy"): "default-src 'self'; connect-src 'self' ws:",
      ],
      body: data)
  }
}
