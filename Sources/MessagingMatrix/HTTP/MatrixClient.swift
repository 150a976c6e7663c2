internal import MessagingCore
internal import MessagingModel

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The connection to one server for one account, shared by the transports.
public final class MatrixClient: Sendable {
  let account: MatrixAccount
  let limits: MatrixLimits
  private let session: URLSession
  private let exchanges = HTTPExchanges()

  /// - Parameter configuration: the configuration of the session. The client disables its cache and
  ///   its cookies, and sets its request timeout to 300 seconds.
  public init(
    _ account: MatrixAccount, limits: MatrixLimits = MatrixLimits(),
    configuration: URLSessionConfiguration = .ephemeral
  ) {
    self.account = account
    self.limits = limits
    configuration.urlCache = nil
    configuration.httpShouldSetCookies = false
    // Long polls wait long; the callers have their own time limits.
    configuration.timeoutIntervalForRequest = 300
    // Over HTTP/1.1, downloads, an upload and a long poll would keep messages waiting.
    configuration.httpMaximumConnectionsPerHost = max(
      16, configuration.httpMaximumConnectionsPerHost)
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request.
  ///
  /// - Parameter flow: receives the body of the response piece by piece, without a size limit. It
  ///   has ended when this method returns.
  /// - Returns: a successful response, whatever its body.
  func answer(
    to request: MatrixRequest, flow: HTTPFlow? = nil
  ) async throws(MatrixFailure) -> HTTPAnswer {
    defer { flow?.end() }
    guard let wire = request.urlRequest(of: account) else {
      throw .unreached("homeserver-address")
    }
    let task =
      request.file.map { session.uploadTask(with: wire, fromFile: $0.url) }
      ?? session.dataTask(with: wire)
    let answer = try await exchanges.run(
      task, limit: limits.answer, progress: request.progress, flow: flow)
    guard answer.isSuccess else { throw MatrixFailure(answer) }
    return answer
  }

  /// Sends a request and reads the response as JSON.
  ///
  /// - Returns: the JSON, and the server's time.
  func json(
    of request: MatrixRequest
  ) async throws(MatrixFailure) -> (json: JSON, date: Timestamp?) {
    let answer = try await answer(to: request)
    guard let json = try? JSONReader.read(answer.body) else { throw .malformed("not-json") }
    return (json, answer.date)
  }

  /// Requests the current state of an event.
  func event(
    _ id: RemoteID, in room: ConversationID
  ) async throws(MatrixFailure) -> MatrixEvent {
    let request = MatrixRequest(
      .get, "client", "v3", "rooms", room.description, "event", id.description)
    guard let event = MatrixEvent(try await json(of: request).json), event.id == id else {
      throw .malformed("event")
    }
    return event
  }
}
