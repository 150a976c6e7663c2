internal import MessagingModel

/// What a step comes to: changes to apply, or something done to the store.
enum StepAction: Sendable {
  case apply([Change])
  case reopen
  case kill
  /// The text of an `apply` is not the canonical form of a list of changes.
  case malformed(String)
}

/// Turns steps into changes.
struct StepTranslator: Sendable {
  var names = ScriptNames()
  /// The files of each message in the order in which the script names them.
  private var files: [MessageKey: [RelativePath]] = [:]

  /// What a step does; learns the names in it.
  mutating func action(_ step: ScriptStep) -> StepAction {
    let arguments = step.arguments
    let conversation = arguments.conversation
    for reference in arguments.references { names.learn(reference, in: conversation) }
    for key in ["to", "after", "before"] {
      if let reference = arguments[key].flatMap({ ScriptReference($0) }) {
        names.learn(reference, in: conversation)
      }
    }
    switch step.verb {
    case .reopen: return .reopen
    case .kill: return .kill
    case .apply: return literal(arguments.strings.first ?? "")
    case .send, .ack, .fail, .retry, .cancel, .amend, .settle, .discard, .upload:
      return .apply(own(step.verb, arguments, in: conversation).map { [$0] } ?? [])
    case .receive, .page, .gap, .token, .reset, .forget:
      return .apply(arriving(step.verb, arguments, in: conversation))
    case .status, .edit, .delete, .react, .unreact, .receipt:
      return .apply(related(step.verb, arguments, in: conversation).map { [$0] } ?? [])
    }
  }

  private func literal(_ text: String) -> StepAction {
    do throws(CanonicalError) {
      let changes = try CanonicalReader.read(Array(text.utf8)) { reader throws(CanonicalError) in
        let changes = try reader.array { reader throws(CanonicalError) in
          try Change(from: &reader)
        }
        try reader.end()
        return changes
      }
      return .apply(changes)
    } catch {
      return .malformed(error.description)
    }
  }

  // What the owner does, and what becomes of it.
  private mutating func own(
    _ verb: Verb, _ arguments: [ScriptArgument], in conversation: ConversationID
  ) -> Change? {
    guard let reference = arguments.references.first else { return nil }
    let key = MessageKey(conversation, names.id(reference, in: conversation))
    let outbox = OutboxKey(key, dependent: arguments.dependent)
    switch verb {
    case .send:
      let message = outgoing(reference, key, arguments)
      learn(message.body, of: key)
      return .enqueue(message)
    case .ack:
      guard let taken = arguments.references.last, let remote = taken.remote,
        let time = taken.time, let client = reference.client
      else { return nil }
      names.learn(client: client, isRemote: remote, in: conversation)
      return .acknowledge(key, ScriptNames.position(remote, time))
    case .fail:
      let code = arguments.words.last { $0 != "retryable" } ?? ""
      let reason = FailureReason(
        code: ExactString(code), isRetryable: arguments.contains(word: "retryable"))
      return .fail(outbox, reason)
    case .retry: return .retry(outbox)
    case .cancel, .discard: return .cancel(outbox)
    case .amend:
      guard let id = outbox.dependent, let action = amendment(arguments) else { return nil }
      if case .edit(let body) = action { learn(body, of: key) }
      return .amend(key, id: id, action)
    case .settle: return .settle(outbox, arguments.version(orElse: 1))
    case .upload: return upload(key, arguments)
    case .status, .receive, .page, .gap, .edit, .delete, .react, .unreact, .receipt, .token,
      .reset, .forget, .reopen, .kill, .apply:
      return nil
    }
  }

  private func outgoing(
    _ reference: ScriptReference, _ key: MessageKey, _ arguments: [ScriptArgument]
  ) -> OutgoingMessage {
    let time = arguments.time?.timestamp ?? reference.time?.timestamp
    return OutgoingMessage(
      key: key,
      timestamp: Timestamp(milliseconds: time ?? Int64(reference.client ?? 0)),
      body: ScriptBody.outgoing(arguments.strings.first ?? "", arguments),
      replyTo: arguments.target("reply"), threadRoot: arguments.target("thread"))
  }

  private func amendment(_ arguments: [ScriptArgument]) -> Dependent.Action? {
    let text = ExactString(arguments.strings.first ?? "")
    switch arguments.words.last {
    case "edit": return .edit(ScriptBody.outgoing(arguments.strings.first ?? "", arguments))
    case "delete": return .delete
    case "react": return .react(text)
    case "unreact": return .unreact(text)
    case .some, nil: return nil
    }
  }

  private func upload(_ key: MessageKey, _ arguments: [ScriptArgument]) -> Change? {
    let words = arguments.words
    guard let ordinal = words.first.flatMap({ Int($0) }) else { return nil }
    let state: UploadState
    switch (words.dropFirst().first, words.last) {
    case ("done", _): state = .done
    case ("failed", let code?): state = .failed(FailureReason(code: ExactString(code)))
    case (let percent?, _): state = .uploading(percent: Int(percent) ?? 0)
    case (nil, _): return nil
    }
    let remote = arguments.strings.first.map { ExactString($0) }
    let known = files[key] ?? []
    // Of a file that no line names there are news, too.
    let file =
      known.indices.contains(ordinal - 1)
      ? known[ordinal - 1] : ScriptNames.path("files/\(ordinal)")
    return .upload(key, file: file, state, remote: remote)
  }

  private mutating func learn(_ body: Body, of key: MessageKey) {
    for path in body.attachments.compactMap(\.localPath)
    where files[key]?.contains(path) != true { files[key, default: []].append(path) }
  }
}
