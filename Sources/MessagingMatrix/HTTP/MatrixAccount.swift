public import Foundation
public import MessagingModel

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A user on a Matrix homeserver.
public struct MatrixAccount: Sendable {
  /// The address of the server (`https://matrix.example.org`).
  public let homeserver: URL
  /// `@ann:example.org`: the owner of the store.
  public let user: ParticipantID
  /// The access token, read for each request, so that a new token needs no new transport. A token
  /// belongs to a device: the server recognises the keys of requests only from the same device.
  let token: @Sendable () -> String

  public init(homeserver: URL, user: ParticipantID, token: @escaping @Sendable () -> String) {
    self.homeserver = homeserver
    self.user = user
    self.token = token
  }
}

/// Limits of what is requested from a server and accepted from it.
public struct MatrixLimits: Sendable {
  /// The maximum size of a response in bytes; a longer one fails as malformed.
  public var answer = 32 << 20
  /// The maximum number of new events per room in one answer. If there are more, the answer is
  /// limited.
  public var timeline = 20
  /// The maximum number of events in a page of history.
  public var page = 50

  public init() {}
}

/// One request to the client–server API.
struct MatrixRequest: Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
  }

  let method: Method
  /// The parts of the path below `/_matrix`, unescaped; they are escaped here.
  let path: [String]
  var query: [(name: String, value: String)] = []
  var body: JSON?
  /// A file to send as the body.
  var file: (url: URL, type: String)?
  var progress: (@Sendable (Int) -> Void)?
  /// For a download: the offset in bytes at which to start; requests the file uncompressed. `nil`
  /// for other requests.
  var offset: Int?
  /// How long it may take, in seconds; `nil` for as long as the session allows.
  var limit: Double?

  init(_ method: Method, _ path: String...) {
    self.method = method
    self.path = path
  }

  /// - Returns: `nil` if the address of the server is not valid.
  func urlRequest(of account: MatrixAccount) -> URLRequest? {
    guard var parts = URLComponents(url: account.homeserver, resolvingAgainstBaseURL: false),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme)
    else { return nil }
    let base = parts.percentEncodedPath
    parts.percentEncodedPath =
      (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/_matrix/"
      + path.map(MatrixRequest.escaped).joined(separator: "/")
    let items = query.map { "\($0.name)=\(MatrixRequest.escaped($0.value))" }
    parts.percentEncodedQuery = items.isEmpty ? nil : items.joined(separator: "&")
    guard let url = parts.url else { return nil }
    var request = URLRequest(url: url)
    if let limit { request.timeoutInterval = limit }
    request.httpMethod = method.rawValue
    request.setValue("Bearer \(account.token())", forHTTPHeaderField: "Authorization")
    if let body {
      request.httpBody = body.data
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    } else if let file {
      request.setValue(file.type, forHTTPHeaderField: "Content-Type")
    }
    if let offset {
      request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      if offset > 0 { request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range") }
    }
    return request
  }

  /// Escapes every character except letters, digits, `-` and `_`.
  private static func escaped(_ part: String) -> String {
    var text = ""
    for byte in part.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (Character(scalar).isLetter || Character(scalar).isNumber)
      if isPlain || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
