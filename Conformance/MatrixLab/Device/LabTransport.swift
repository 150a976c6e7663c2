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
    let start = Date()
    let since = question.since?.description ?? "nothing"
    do throws(SyncError) {
      let answer = try await syncing.news(question)
      let items = answer.parts.reduce(0) { $0 + $1.items.count }
      note("\(since), wait \(question.wait): \(items) items, next \(answer.next)", start)
      return answer
    } catch {
      note("\(since), wait \(question.wait): \(error.kind) \(error.code)", start)
      throw error
    }
  }

  /// What was asked when, for whoever wonders: names and codes, never what people wrote.
  private func note(_ text: String, _ start: Date) {
    let (from, took) = (start.timeIntervalSince1970, -start.timeIntervalSinceNow)
    let line = "\(Int(from * 1_000) % 10_000_000) +\(Int(took * 1_000)) ms: \(text)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    counts.withLock { $0.pages += 1 }
    return try await syncing.history(question)
  }

  func report(_ reading: Reading) async throws(SyncError) {
    try await syncing.report(reading)
  }

  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {
    await syncing.tellTyping(isTyping, in: conversation)
  }
}
