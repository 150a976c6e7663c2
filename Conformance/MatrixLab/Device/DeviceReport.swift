internal import MessagingCore
internal import MessagingModel
internal import MessagingSQLite

/// How a device is.
struct DeviceState: Encodable, Sendable {
  let phase: String
  let problems: [String]
  /// Messages and changes that the server does not have.
  let unsent: Int
  let failed: Int
  let sends: Int
  let questions: Int
  let pages: Int
  let refusals: Int
  let retryAfter: Int64
}

/// What a device shows of a conversation.
struct DeviceChat: Encodable, Sendable {
  struct Row: Encodable, Sendable {
    let id: String
    let event: String?
    let sender: String
    let kind: String
    let text: String
    let isEdited: Bool
    let reactions: [[String]]
    let reply: String?
    let thread: String?
    let delivery: String
    let waiting: Int
  }

  let rows: [Row]
  let gaps: Int
  let receipts: [String: String]
  /// Who is typing there.
  let typing: [String]

  init(
    _ all: (messages: [Message], gaps: [Gap], receipts: [Receipt]), typing: [ParticipantID]
  ) {
    self.typing = typing.map(\.description)
    rows = all.messages.map(Row.init)
    gaps = all.gaps.count
    receipts = Dictionary(
      all.receipts.map {
        ($0.participant.description, $0.upTo.confirmed?.remoteID.description ?? "")
      }
    ) { first, _ in first }
  }
}

extension DeviceChat.Row {
  init(_ message: Message) {
    id = message.id.description
    event = message.remoteID?.description
    sender = message.sender.description
    switch message.body {
    case .text(let text): (kind, self.text) = ("text", text.string)
    case .media(let media):
      kind = "media"
      text = "\(media.attachments.first?.remote?.string ?? "") \(media.caption.string)"
    case .payment: (kind, text) = ("payment", "")
    case .system(let text): (kind, self.text) = ("system", text.string)
    case .redacted: (kind, text) = ("redacted", "")
    case .unknown(let name, let payload): (kind, text) = ("unknown \(name)", payload.string)
    }
    isEdited = message.isEdited
    reactions = message.reactions.map { [$0.participant.description, $0.key.string] }
    reply = message.replyTo.flatMap(\.remoteName)
    thread = message.threadRoot.flatMap(\.remoteName)
    delivery =
      switch message.delivery {
      case .sending: "sending"
      case .failed(let reason): "failed \(reason.code)"
      case .sent, .delivered, .read: "sent"
      }
    waiting = message.dependents.count
  }
}

extension MessageReference {
  fileprivate var remoteName: String? {
    if case .remote(let name) = self { name.description } else { nil }
  }
}

extension Device {
  func state() async throws -> DeviceState {
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: Limits.page))
    let counts = transport.counts.current
    let failed = outbox.messages.count { message in
      if case .failed = message.delivery { true } else { false }
    }
    let status = await status()
    return DeviceState(
      phase: status.map { "\($0.phase)".prefix { $0 != "(" }.description } ?? "none",
      problems: status?.problems.map { "\($0.kind) \($0.code) ×\($0.count)" } ?? [],
      unsent: outbox.messages.count + outbox.retractions.count, failed: failed,
      sends: counts.sends, questions: counts.questions, pages: counts.pages,
      refusals: counts.refusals, retryAfter: counts.retryAfter)
  }
}
