internal import Foundation
internal import MessagingModel

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Why a request failed, or may have failed. It contains only codes: nothing of the request, the
/// response or the user.
enum MatrixFailure: Error, Hashable, Sendable {
  /// There is no network.
  case offline
  /// The request did not reach the server.
  case unreached(ExactString)
  /// The request may have reached the server.
  case broken(ExactString)
  /// The server refused: its status, its code, and the delay that it requests before a retry, in
  /// milliseconds.
  case refused(status: Int, code: ExactString, retryAfter: Int64?)
  /// The response cannot be interpreted.
  case malformed(ExactString)

  /// The failure for an error of the connection.
  init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = .broken("network")
      return
    }
    switch error.code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: self = .offline
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .secureConnectionFailed,
      .serverCertificateUntrusted, .badURL, .unsupportedURL:
      self = .unreached(ExactString("network\(error.code.rawValue)"))
    default: self = .broken(ExactString("network\(error.code.rawValue)"))  // foreign: URLError
    }
  }

  /// The failure for a response without success.
  init(_ answer: HTTPAnswer) {
    let json = try? JSONReader.read(answer.body)
    let ordered = json?["retry_after_ms"]?.count ?? answer.retryAfter.map { $0 * 1_000 }
    self = .refused(
      status: answer.status,
      code: MatrixFailure.code(json?["errcode"]) ?? ExactString(String(answer.status)),
      retryAfter: ordered)
  }

  /// Whether a Matrix server said it. Something between, such as a proxy, knows no codes, and what
  /// it refuses now it may let pass later.
  fileprivate var isOfMatrix: Bool {
    guard case .refused(let status, let code, _) = self else { return false }
    return code.string != String(status)
  }

  /// The error code, if it is a plain word; anything else is dropped, because it may contain
  /// anything.
  private static func code(_ json: JSON?) -> ExactString? {
    guard let text = json?.string, (1...64).contains(text.byteCount) else { return nil }
    let isWord = text.string.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: ".") || (0x61...0x7A).contains($0)
    }
    return isWord ? text : nil
  }
}

extension SyncError {
  /// - Parameter namesToken: whether the request contained a sync token.
  init(_ failure: MatrixFailure, namesToken: Bool = false) {
    switch failure {
    case .offline: self.init(.offline, code: "offline")
    case .unreached(let code), .broken(let code): self.init(.transient, code: code)
    case .malformed(let code): self.init(.malformed, code: code)
    case .refused(let status, let code, let retryAfter):
      let isAboutToken = ["M_UNKNOWN_POS", "M_UNKNOWN", "M_INVALID_PARAM"].contains(code)
      let kind: Kind =
        switch status {
        case 401: .unauthorized
        case 400 where namesToken && isAboutToken: .unknownToken
        case 408, 425, 429, 500...599: .transient
        case 400...499: failure.isOfMatrix ? .refused : .transient
        default: .malformed
        }
      self.init(kind, code: code, retryAfter: retryAfter)
    }
  }
}

extension SendError {
  init(_ failure: MatrixFailure) {
    switch failure {
    case .offline: self.init(.offline, code: "offline")
    case .unreached(let code): self.init(.transient, code: code)
    case .broken(let code), .malformed(let code): self.init(.indeterminate, code: code)
    case .refused(let status, let code, let retryAfter):
      let kind: Kind =
        switch status {
        case 401: .unauthorized
        // What is not available takes nothing.
        case 408, 425, 429, 503: .transient
        case 413: .permanent
        case 400...499: failure.isOfMatrix ? .permanent : .transient
        default: .indeterminate
        }
      self.init(kind, code: code, retryAfter: retryAfter)
    }
  }
}

extension DownloadError {
  init(_ failure: MatrixFailure) {
    switch failure {
    case .offline: self.init(.offline, code: "offline")
    case .unreached(let code), .broken(let code), .malformed(let code):
      self.init(.transient, code: code)
    case .refused(let status, let code, let retryAfter):
      let kind: Kind =
        switch status {
        case 401: .unauthorized
        case 416: .offset
        case 408, 425, 429: .transient
        // A proxy, or the page of a hotel's network, knows nothing of the file.
        case 400...499: failure.isOfMatrix ? .refused : .transient
        default: .transient
        }
      self.init(kind, code: code, retryAfter: retryAfter)
    }
  }
}
