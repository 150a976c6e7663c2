internal import Foundation
internal import MessagingCore
internal import MessagingModel

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The response to a request, of any status.
struct HTTPAnswer: Sendable {
  var status = 0
  /// The size of the whole file in bytes; `nil` if the response does not contain it.
  var total: Int?
  /// The offset in the whole file at which the body begins.
  var first = 0
  /// The server's time, to a second.
  var date: Timestamp?
  /// The requested delay before a retry, in seconds.
  var retryAfter: Int64?
  /// The body; empty if it went to an ``HTTPFlow``.
  var body = Data()

  var isSuccess: Bool { (200...299).contains(status) }
}

/// The requests of a session that are in flight. Responses are bounded. Redirects are not followed,
/// because the access token is for one server only. A request is cancelled with the task that waits
/// for it.
final class HTTPExchanges: NSObject, URLSessionDataDelegate, Sendable {
  private struct Exchange {
    let limit: Int
    let progress: (@Sendable (Int) -> Void)?
    let flow: HTTPFlow?
    let waiting: CheckedContinuation<Result<HTTPAnswer, MatrixFailure>, Never>
    var answer = HTTPAnswer()
  }

  private let exchanges = Locked<[Int: Exchange]>([:])

  /// - Parameters:
  /// - task: a task that is not resumed yet.
  /// - limit: the maximum size of the body in bytes, if it does not go to a flow.
  /// - flow: receives the body of a successful response, piece by piece.
  func run(
    _ task: URLSessionTask, limit: Int, progress: (@Sendable (Int) -> Void)?, flow: HTTPFlow?
  ) async throws(MatrixFailure) -> HTTPAnswer {
    let number = task.taskIdentifier
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        let exchange = Exchange(
          limit: limit, progress: progress, flow: flow, waiting: waiting)
        exchanges.withLock { $0[number] = exchange }
        if Task.isCancelled {
          finish(number, .failure(.unreached("cancelled")))
          task.cancel()
        } else {
          task.resume()
        }
      }
    } onCancel: {
      finish(number, .failure(.broken("cancelled")))
      task.cancel()
    }
    return try result.get()
  }

  private func finish(_ number: Int, _ result: Result<HTTPAnswer, MatrixFailure>?) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: number) }
    guard let exchange else { return }
    exchange.flow?.end()
    exchange.waiting.resume(returning: result ?? .success(exchange.answer))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let answer = HTTPAnswer(response)
    let flow = exchanges.withLock { exchanges in
      exchanges[dataTask.taskIdentifier]?.answer = answer
      return exchanges[dataTask.taskIdentifier]?.flow
    }
    if answer.isSuccess { flow?.begin(answer) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let number = dataTask.taskIdentifier
    let flow = exchanges.withLock { exchanges in
      exchanges[number].flatMap { $0.answer.isSuccess ? $0.flow : nil }
    }
    if let flow { return flow.carry(data, of: dataTask) }
    let isTooLarge = exchanges.withLock { exchanges in
      guard let exchange = exchanges[number] else { return false }
      guard exchange.answer.body.count + data.count <= exchange.limit else { return true }
      exchanges[number]?.answer.body.append(data)
      return false
    }
    guard isTooLarge else { return }
    finish(number, .failure(.malformed("too-large")))
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    guard totalBytesExpectedToSend > 0 else { return }
    let progress = exchanges.withLock { $0[task.taskIdentifier]?.progress }
    progress?(Int(min(100, totalBytesSent * 100 / totalBytesExpectedToSend)))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    finish(task.taskIdentifier, error.map { .failure(MatrixFailure($0)) })
  }
}

extension HTTPAnswer {
  init(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return }
    status = response.statusCode
    date = response.value(forHTTPHeaderField: "Date").flatMap(HTTPAnswer.date)
    let date = date
    retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap { text in
      Int64(text)
        ?? HTTPAnswer.date(text).flatMap { end in
          date.map { (end.milliseconds - $0.milliseconds) / 1_000 }
        }
    }.map { min(max($0, 0), 1 << 32) }
    if let range = response.value(forHTTPHeaderField: "Content-Range"), status == 206 {
      (first, total) = HTTPAnswer.range(range) ?? (Int.max, nil)
    } else if response.value(forHTTPHeaderField: "Content-Encoding") == nil {
      total = response.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }
    }
  }

  /// Parses `bytes 100-199/1000` or `bytes 100-199/*` (RFC 9110) into the first byte and the length
  /// of the whole file.
  static func range(_ text: String) -> (first: Int, total: Int?)? {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/")
    guard parts.count == 2, let first = parts[0].split(separator: "-").first.flatMap({ Int($0) })
    else { return nil }
    return (first, Int(parts[1]))
  }

  /// Parses `Sun, 22 Nov 2026 09:34:40 GMT` (RFC 9110).
  static func date(_ text: String) -> Timestamp? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text).map { Timestamp($0) }
  }
}
