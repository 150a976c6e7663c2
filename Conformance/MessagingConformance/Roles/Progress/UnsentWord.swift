internal import MessagingModel

/// An unsent message or change as a script writes it: `c1`, `k2/c1:9000/40!`.
struct UnsentWord: Hashable, Sendable {
  struct File: Hashable, Sendable {
    enum State: Hashable, Sendable {
      case waiting
      case uploading(Int)
      case there
    }

    let bytes: Int
    let state: State
  }

  var conversation = 1
  /// Whether this is an unsent change of a message that the server has.
  var isChange = false
  var number = 0
  /// The message of this device that it replies to; `nil` if none.
  var target: Int?
  var files: [File] = []
  var hasFailed = false

  /// The identity of the thing; it stays the same in every state.
  var name: String { "k\(conversation)/\(isChange ? "s" : "c")\(number)" }

  init(_ number: Int) { self.number = number }

  init?(_ word: String) {
    var rest = word[...]
    if rest.last == "!" {
      hasFailed = true
      rest = rest.dropLast()
    }
    if rest.first == "k" {
      guard let slash = rest.firstIndex(of: "/"), let number = Int(rest[..<slash].dropFirst())
      else { return nil }
      conversation = number
      rest = rest[rest.index(after: slash)...]
    }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count <= 2 else { return nil }
    let names = name.split(separator: "^", omittingEmptySubsequences: false)
    guard let own = names.first, let kind = own.first, kind == "c" || kind == "s",
      let number = Int(own.dropFirst()), names.count <= 2
    else { return nil }
    isChange = kind == "s"
    self.number = number
    if names.count == 2 {
      guard names[1].first == "c", let target = Int(names[1].dropFirst()) else { return nil }
      self.target = target
    }
    guard parts.count == 2 else { return }
    for text in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
      guard let file = File(text) else { return nil }
      files.append(file)
    }
  }

  /// The script form.
  var text: String {
    let answer = target.map { "^c\($0)" } ?? ""
    let files = files.isEmpty ? "" : ":" + files.map(\.text).joined(separator: ",")
    return name + answer + files + (hasFailed ? "!" : "")
  }
}

extension UnsentWord.File {
  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, let bytes = Int(first), parts.count <= 2 else { return nil }
    let state: State
    switch parts.dropFirst().first {
    case nil: state = .waiting
    case "there": state = .there
    case let word?:
      guard let percent = Int(word) else { return nil }
      state = .uploading(percent)
    }
    self.init(bytes: bytes, state: state)
  }

  fileprivate var text: String {
    switch state {
    case .waiting: "\(bytes)"
    case .uploading(let percent): "\(bytes)/\(percent)"
    case .there: "\(bytes)/there"
    }
  }

  fileprivate func attachment(_ path: String) -> Attachment {
    var file = Attachment(localPath: RelativePath(path), byteCount: bytes, upload: .waiting)
    switch state {
    case .waiting: break
    case .uploading(let percent): file.upload = .uploading(percent: percent)
    case .there: (file.remote, file.upload) = ("file", .done)
    }
    return file
  }
}

extension UnsentWord {
  /// The message that a store would return for it.
  func message(sequence: Int64) -> Message {
    let key = UInt64(number) + (isChange ? 1_000_000 : 0)
    let id = MessageID(high: UInt64(conversation), low: key)
    let attachments = files.enumerated().map { index, file in
      file.attachment("files/\(name)/\(index)")
    }
    let body: Body =
      attachments.isEmpty ? .text("a") : .media(.init(kind: .photo, attachments: attachments))
    let state: DeliveryState = hasFailed ? .failed(FailureReason(code: "refused")) : .sending
    let time = Timestamp(milliseconds: Int64(number))
    let place = ServerPosition(
      serverTime: time, timestamp: time, remoteID: RemoteID("\(name)"))
    let answered = target.map {
      MessageReference.id(MessageID(high: UInt64(conversation), low: UInt64($0)))
    }
    let change = Dependent(
      id: MessageID(high: 0xD, low: key), action: .edit(body), sequence: sequence, state: state)
    return Message(
      id: id, conversation: ConversationID("k\(conversation)"), sender: "me", isOutgoing: true,
      position: isChange ? .confirmed(place) : .unconfirmed(sequence: sequence),
      timestamp: time, body: body, replyTo: answered, delivery: isChange ? .sent : state,
      dependents: isChange ? [change] : [])
  }
}
