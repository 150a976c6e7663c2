internal import MessagingCore
internal import MessagingModel

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The way to one server for one account: what the transports share.
public final class MatrixClient: Sendable {
  let account: MatrixAccount
  let limits: MatrixLimits
  private let session: URLSession
  private let exchanges = HTTPExchanges()

  /// - Parameter configuration: nothing of it is changed but that nothing is kept on disk.
  public init(
    _ account: MatrixAccount, limits: MatrixLimits = MatrixLimits(),
    configuration: URLSessionConfiguration = .ephemeral
  ) {
    self.account = account
    self.limits = limits
    configuration.urlCache = nil
    configuration.httpShouldSetCookies = false
    // Long polls: who waits how long is decided by those who ask.
    configuration.timeoutIntervalForRequest = 300
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// - Parameter flow: where what it says goes as it comes, without a limit; ended when this
  ///   returns.
  /// - Returns: an answer of success, whatever it says.
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

  /// - Returns: what the server says, and its clock.
  func json(
    of request: MatrixRequest
  ) async throws(MatrixFailure) -> (json: JSON, date: Timestamp?) {
    let answer = try await answer(to: request)
    guard let json = try? JSONReader.read(answer.body) else { throw .malformed("not-json") }
    return (json, answer.date)
  }

  /// An event as the server has it now.
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
