internal import MessagingModel

// What the network says, and housekeeping.
extension StepTranslator {
  func arriving(
    _ verb: Verb, _ arguments: [ScriptArgument], in conversation: ConversationID
  ) -> [Change] {
    switch verb {
    case .receive: messages(arguments, in: conversation).map(Change.receive)
    case .page: [.page(page(arguments, in: conversation))]
    case .gap: [gap(arguments, in: conversation)]
    case .token:
      arguments.strings.map { text in
        .advance(
          arguments["stream"].map { StreamID($0) } ?? .main,
          from: arguments["from"].map { SyncToken($0) }, to: SyncToken(text))
      }
    case .reset: arguments.words.first.map { [.resetHistory(ConversationID($0))] } ?? []
    case .forget: arguments.words.first.map { [.forget(ConversationID($0))] } ?? []
    case .send, .ack, .fail, .retry, .cancel, .amend, .settle, .discard, .upload, .status, .edit,
      .delete, .react, .unreact, .receipt, .reopen, .kill, .apply:
      []
    }
  }

  func related(
    _ verb: Verb, _ arguments: [ScriptArgument], in conversation: ConversationID
  ) -> Change? {
    guard let reference = arguments.references.first,
      let action = action(verb, arguments)
    else { return nil }
    return .relate(
      Relation(
        conversation: conversation, target: ScriptNames.target(reference),
        author: arguments.author, version: arguments.version(), action: action))
  }

  private func action(_ verb: Verb, _ arguments: [ScriptArgument]) -> Relation.Action? {
    let text = ExactString(arguments.strings.first ?? "")
    switch verb {
    case .edit: return .edit(.text(text))
    case .delete:
      return .delete(
        isModerator: arguments.contains(word: "moderator"),
        leavesRow: !arguments.contains(word: "remove"))
    case .react: return .react(text)
    case .unreact: return .unreact(text)
    case .receipt:
      return .receipt(Timestamp(milliseconds: arguments.time?.timestamp ?? 0))
    case .status:
      switch arguments.words.first {
      case "sent": return .status(.sent)
      case "delivered": return .status(.delivered)
      case "read": return .status(.read)
      case .some, nil: return nil
      }
    case .send, .ack, .fail, .retry, .cancel, .amend, .settle, .discard, .upload, .receive,
      .page, .gap, .token, .reset, .forget, .reopen, .kill, .apply:
      return nil
    }
  }

  /// The messages of a line: each reference with the text that follows it, or with its own name.
  private func messages(
    _ arguments: [ScriptArgument], in conversation: ConversationID
  ) -> [ReceivedMessage] {
    var messages: [(reference: ScriptReference, text: String?)] = []
    for argument in arguments {
      switch argument {
      case .reference(let reference): messages.append((reference, nil))
      case .string(let text): if !messages.isEmpty { messages[messages.count - 1].text = text }
      case .word, .time, .pair: break
      }
    }
    return messages.compactMap { reference, text in
      guard let remote = reference.remote, let time = reference.time else { return nil }
      return ReceivedMessage(
        conversation: conversation, position: ScriptNames.position(remote, time),
        id: reference.client.map(ScriptNames.client), sender: arguments.author,
        version: arguments.version(),
        body: ScriptBody.received(text ?? reference.name, reference, arguments),
        replyTo: arguments.target("reply"), threadRoot: arguments.target("thread"))
    }
  }

  private func gap(_ arguments: [ScriptArgument], in conversation: ConversationID) -> Change {
    let gap = Gap(
      after: place(arguments["after"]), before: place(arguments["before"]),
      token: arguments["token"].map { GapToken($0) })
    return arguments.contains(word: "unavailable")
      ? .giveUp(conversation, gap) : .openGap(conversation, gap)
  }

  private func page(
    _ arguments: [ScriptArgument], in conversation: ConversationID
  ) -> HistoryPage {
    let reach: HistoryPage.Reach
    switch arguments["to"] {
    case "live": reach = .live
    case nil, "here": reach = .newest
    case .some(let text): reach = place(text).map(HistoryPage.Reach.position) ?? .newest
    }
    return HistoryPage(
      conversation: conversation, messages: messages(arguments, in: conversation), reach: reach,
      reachesStart: arguments.contains(word: "start"),
      token: arguments["token"].map { GapToken($0) })
  }

  private func place(_ text: String?) -> ServerPosition? {
    guard let reference = text.flatMap({ ScriptReference($0) }), let remote = reference.remote,
      let time = reference.time
    else { return nil }
    return ScriptNames.position(remote, time)
  }
}

/// The bodies that `kind=` and `file=` ask for.
enum ScriptBody {
  static func outgoing(_ text: String, _ arguments: [ScriptArgument]) -> Body {
    let files = (arguments["file"] ?? "").split(separator: ",").map { path in
      Attachment(localPath: RelativePath(String(path)), byteCount: 1_000, upload: .waiting)
    }
    return body(text, arguments["kind"] ?? (files.isEmpty ? "text" : "photo")) {
      files.isEmpty ? [Attachment(upload: .waiting)] : files
    }
  }

  static func received(
    _ text: String, _ reference: ScriptReference, _ arguments: [ScriptArgument]
  ) -> Body {
    let path = arguments["file"]
    return body(text, arguments["kind"] ?? (path == nil ? "text" : "photo")) {
      [
        Attachment(
          remote: ExactString("https://example.org/\(path ?? reference.name)"), byteCount: 1_000)
      ]
    }
  }

  private static func body(
    _ text: String, _ kind: String, files: () -> [Attachment]
  ) -> Body {
    let exact = ExactString(text)
    switch kind {
    case "photo", "audio", "file":
      let media = Body.Media.Kind(rawValue: kind) ?? .file
      return .media(Body.Media(kind: media, attachments: files(), caption: exact))
    case "payment": return .payment(Body.Payment(amount: 100, currency: "EUR", note: exact))
    case "system": return .system(exact)
    case let unknown where unknown.hasPrefix("unknown:"):
      return .unknown(kind: ExactString(String(unknown.dropFirst(8))), payload: exact)
    default: return .text(exact)
    }
  }
}
