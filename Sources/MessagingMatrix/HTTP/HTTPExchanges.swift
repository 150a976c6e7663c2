internal import Foundation
internal import MessagingCore
internal import MessagingModel

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What came back, whatever it means.
struct HTTPAnswer: Sendable {
  var status = 0
  /// The server's clock, to a second.
  var date: Timestamp?
  /// In seconds.
  var retryAfter: Int64?
  var body = Data()
}

/// The requests of a session that are in flight: bounded answers, no redirections (the token is for
/// one server alone), cancelled with the task that waits.
final class HTTPExchanges: NSObject, URLSessionDataDelegate, Sendable {
  private struct Exchange {
    let limit: Int
    let progress: (@Sendable (Int) -> Void)?
    let waiting: CheckedContinuation<Result<HTTPAnswer, MatrixFailure>, Never>
    var answer = HTTPAnswer()
  }

  private let exchanges = Locked<[Int: Exchange]>([:])

  /// - Parameter task: not resumed yet.
  func run(
    _ task: URLSessionTask, limit: Int, progress: (@Sendable (Int) -> Void)?
  ) async throws(MatrixFailure) -> HTTPAnswer {
    let number = task.taskIdentifier
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        let exchange = Exchange(limit: limit, progress: progress, waiting: waiting)
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
    exchange.waiting.resume(returning: result ?? .success(exchange.answer))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let answer = HTTPAnswer(response)
    exchanges.withLock { $0[dataTask.taskIdentifier]?.answer = answer }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let number = dataTask.taskIdentifier
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
    retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int64($0) }
      .map { min(max($0, 0), 1 << 32) }
  }

  /// `Sun, 22 Nov 2026 09:34:40 GMT`, as RFC 9110 has it.
  static func date(_ text: String) -> Timestamp? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text).map { Timestamp($0) }
  }
}
