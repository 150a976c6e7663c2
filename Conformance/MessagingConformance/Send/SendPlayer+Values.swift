internal import MessagingCore
internal import MessagingModel

extension SendPlayer {
  /// What an expectation looks at, in words.
  func value(of expectation: SendExpectation) async throws -> [ScriptToken] {
    let key = expectation.name ?? MessageID(high: 0, low: 0)
    let server = world.server
    switch expectation.observable {
    case .wire: return server.journal.map { .word(SendPlayer.word($0)) }
    case .server: return server.messages.filter { !$0.isDeleted }.map { name($0.key) }
    case .kept: return server[key].map { [SendPlayer.text(of: $0)] } ?? []
    case .target:
      let target = server[key]?.replyTo
      let message = server.messages.first { $0.place.remoteID == target }
      return target.map { [message.map { name($0.key) } ?? .word($0.text.string)] } ?? []
    case .reacted: return server[key]?.reactions.sorted().map { .string($0.string) } ?? []
    case .tries: return [.word("\(world.attempts.filter { $0.key == key }.count)")]
    case .due: return world.queue.nextDeadline.map { [.word("\($0 - world.now)ms")] } ?? []
    case .begun: return world.uploads.begun.map(file)
    case .aborted: return world.uploads.aborted.map(file)
    case .uploaded: return world.uploads.finished.map(file)
    case .discarded: return world.uploads.discarded.map { name($0.id) }
    case .reads: return [.word("\(world.readCount - before.reads)")]
    case .story: return [.word(try await story.verdict(in: world) ?? "told")]
    case .commits:
      let revision = try await world.repository.apply([]).revision
      return [.word("\(revision.number - before.revision.number)")]
    }
  }

  private func name(_ key: MessageID) -> ScriptToken { .word(ScriptNames.name(of: key)) }

  private func file(_ key: UploadKey) -> ScriptToken {
    .word("\(ScriptNames.name(of: key.message.id))/\(world.uploads.number(of: key))")
  }

  /// A request as a script has it: `publish:c1`, `edit:d1`.
  private static func word(_ request: SendRequest) -> String {
    let verb =
      switch request.action {
      case .publish: "publish"
      case .edit: "edit"
      case .delete: "delete"
      case .react: "react"
      case .unreact: "unreact"
      case .retract: "retract"
      }
    return "\(verb):\(ScriptNames.name(of: request.key))"
  }

  /// What the server keeps of a message: its text, or its files.
  private static func text(of message: ScriptedServer.Kept) -> ScriptToken {
    if message.isDeleted { return .word("deleted") }
    switch message.body {
    case .text(let text): return .string(text.string)
    case .media(let media):
      let leaks = media.attachments.contains { $0.localPath != nil }
      let remotes = media.attachments.compactMap(\.remote).count
      return .string("\(media.caption.string)[\(leaks ? "LOCAL PATH" : "\(remotes) remote")]")
    case .payment, .system, .redacted, .unknown: return .word("other")
    }
  }
}
