internal import FlyingFox
internal import Foundation

/// The socket of a page: its hello makes a session, which lives as long as the page.
struct LabSocket: WSMessageHandler {
  func makeMessages(
    for client: AsyncStream<WSMessage>
  ) async throws -> AsyncStream<WSMessage> {
    let (answers, answer) = AsyncStream<WSMessage>.makeStream()
    let task = Task {
      await serve(client, answer)
      answer.finish()
    }
    answer.onTermination = { _ in task.cancel() }
    return answers
  }

  private func serve(
    _ client: AsyncStream<WSMessage>, _ answer: AsyncStream<WSMessage>.Continuation
  ) async {
    let (events, mailbox) = AsyncStream<PageEvent>.makeStream()
    await withDiscardingTaskGroup { group in
      for await message in client {
        guard case .text(let text) = message else { continue }
        switch LabSocket.event(text) {
        case .hello(let hello)?: group.addTask { await live(hello, events, answer) }
        case let event?: mailbox.yield(event)
        case nil: continue
        }
      }
      mailbox.finish()
      group.cancelAll()
    }
  }

  private func live(
    _ hello: PageHello, _ events: AsyncStream<PageEvent>,
    _ answer: AsyncStream<WSMessage>.Continuation
  ) async {
    let session = try? await LabSession(hello) { order in
      guard let data = try? JSONEncoder().encode(order),
        let text = String(data: data, encoding: .utf8)
      else { return }
      answer.yield(.text(text))
    }
    await session?.run(events)
  }

  /// `nil` for what makes no sense.
  static func event(_ text: String) -> PageEvent? {
    try? JSONDecoder().decode(PageEvent.self, from: Data(text.utf8))
  }
}
