internal import Foundation
internal import MessagingCore
internal import MessagingMatrix
internal import MessagingModel
internal import MessagingSQLite

/// One line of the script.
struct DeviceCommand: Decodable, Sendable {
  let action: String
  var chat: String?
  /// The network's name of the message that it is about.
  var event: String?
  /// Or the identity that an earlier answer gave.
  var id: String?
  var text: String?
  var count: Int?
  var reply: String?
  var thread: String?
  var file: String?
  /// Of the file, in bytes.
  var offset: Int?
  var isThumbnail: Bool?
  var isOnline: Bool?
}

/// One line back.
struct DeviceAnswer: Encodable, Sendable {
  var problem: String?
  var ids: [String]?
  var outcome: String?
  var pages: Int?
  var bytes: String?
  var state: DeviceState?
  var chat: DeviceChat?
}

extension Device {
  func answer(to line: String) async -> Data {
    var answer = DeviceAnswer()
    do {
      let command = try JSONDecoder().decode(DeviceCommand.self, from: Data(line.utf8))
      answer = try await perform(command)
    } catch {
      answer.problem = "\(error)"
    }
    return (try? JSONEncoder().encode(answer)) ?? Data("{\"problem\":\"answer\"}".utf8)
  }

  private func perform(_ command: DeviceCommand) async throws -> DeviceAnswer {
    let chat = ConversationID(command.chat ?? "")
    switch command.action {
    case "send": return try await send(command, in: chat)
    case "edit", "delete", "react", "unreact", "cancel":
      return try await change(command, in: chat)
    case "network":
      network.set(isOnline: command.isOnline ?? true)
      return DeviceAnswer()
    case "read":
      let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
      let read = Change.read(chat, upTo: .remote(RemoteID(command.event ?? "")), at: now)
      _ = try await repository.apply([read])
      return DeviceAnswer()
    case "typing":
      engine.typed(in: chat)
      return DeviceAnswer()
    case "open":
      engine.open(chat)
      return DeviceAnswer()
    case "token":
      // As if the server had given another one.
      let known = try await repository.syncTokens()[.main]
      let token = command.text.map { SyncToken($0) }
      _ = try await repository.apply([.advance(.main, from: known, to: token)])
      return DeviceAnswer()
    case "fill":
      let (pages, problem) = try await fill(chat, limit: command.count ?? 1_000)
      return DeviceAnswer(problem: problem, pages: pages)
    case "download":
      let part: FileKey.Part = command.isThumbnail ?? false ? .thumbnail : .whole
      let bytes = Locked(Data())
      try await MatrixDownloader(client).download(
        FileKey(ExactString(command.file ?? ""), part), from: command.offset ?? 0
      ) { news in
        if case .bytes(let new) = news { bytes.withLock { $0.append(new) } }
      }
      return DeviceAnswer(bytes: bytes.current.base64EncodedString())
    case "state": return DeviceAnswer(state: try await state())
    case "show":
      let people = await typing(in: chat)
      return DeviceAnswer(chat: DeviceChat(try await everything(in: chat), typing: people))
    default: return DeviceAnswer(problem: "unknown command \(command.action)")
    }
  }

  /// Accepts messages; they are sent when they can be.
  private func send(
    _ command: DeviceCommand, in chat: ConversationID
  ) async throws -> DeviceAnswer {
    let composer = MessageComposer(repository: repository, files: files)
    let text = command.text ?? ""
    var ids: [String] = []
    for number in 0..<(command.count ?? 1) {
      let id = MessageID(UUID())
      let content: Draft.Content =
        if let file = command.file {
          .files(
            [.init(source: URL(fileURLWithPath: file), width: 64, height: 48)], kind: .photo,
            caption: text)
        } else {
          .text(command.count == nil ? text : "\(text) \(number)")
        }
      let draft = Draft(
        content, in: chat, replyTo: command.reply.map { .remote(RemoteID($0)) },
        threadRoot: command.thread.map { .remote(RemoteID($0)) })
      try await composer.send(draft, as: id)
      ids.append(id.description)
    }
    engine.stoppedTyping(in: chat)
    return DeviceAnswer(ids: ids)
  }

  private func change(
    _ command: DeviceCommand, in chat: ConversationID
  ) async throws -> DeviceAnswer {
    guard let id = try await target(of: command, in: chat) else {
      return DeviceAnswer(problem: "the device has no such message")
    }
    let actions = ConversationActions(repository, in: chat, owner: owner)
    let text = command.text ?? ""
    let outcome: ActionOutcome
    switch command.action {
    case "edit": outcome = try await actions.edit(id, to: text)
    case "delete": outcome = try await actions.delete(id)
    case "react": outcome = try await actions.react(to: id, with: text)
    case "unreact": outcome = try await actions.unreact(to: id, with: text)
    default: outcome = try await actions.cancel(id)
    }
    return DeviceAnswer(outcome: "\(outcome)")
  }

  private func target(
    of command: DeviceCommand, in chat: ConversationID
  ) async throws -> MessageID? {
    if let id = command.id { return MessageID(id) }
    let query = Query(.around(.remote(RemoteID(command.event ?? ""))), in: chat, limit: 1)
    let snapshot = try await repository.read(query)
    return snapshot.found ? snapshot.messages.first?.id : nil
  }
}
