internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// Counts what is asked, and plays what a network does to requests.
struct LabTransport: MessageTransport, SyncTransport {
  struct Counts: Sendable {
    var sends = 0
    var questions = 0
    var pages = 0
    var refusals = 0
    var retryAfter: Int64 = 0
  }

  let sending: any MessageTransport
  let syncing: any SyncTransport
  let settings: DeviceSettings
  let counts = Locked(Counts())

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    let number = counts.withLock { counts in
      counts.sends += 1
      return counts.sends
    }
    do throws(SendError) {
      var receipt = try await sending.send(request)
      if settings.repeats { receipt = try await sending.send(request) }
      // The server has it, and nobody here will know.
      if number == settings.diesAfter { kill(getpid(), SIGKILL) }
      return receipt
    } catch {
      counts.withLock { counts in
        counts.refusals += 1
        counts.retryAfter = max(counts.retryAfter, error.retryAfter ?? 0)
      }
      throw error
    }
  }

  var server: SyncServer { syncing.server }

  func connect(
    hear: @escaping @Sendable (ConnectionNews) -> Void
  ) async throws(SyncError) {
    try await syncing.connect(hear: hear)
  }

  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    counts.withLock { $0.questions += 1 }
    return try await syncing.news(question)
  }

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    counts.withLock { $0.pages += 1 }
    return try await syncing.history(question)
  }
}
