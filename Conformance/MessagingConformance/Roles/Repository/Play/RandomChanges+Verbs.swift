internal import MessagingModel

// Makes one random change of each verb.
extension RandomChanges {
  mutating func change(_ verb: Verb) -> Change {
    switch verb {
    case .send: send()
    case .ack: acknowledge()
    case .fail:
      .fail(
        outboxKey(),
        FailureReason(
          code: "too-large", text: "At most 10 MB.", isRetryable: random.chance(1, of: 2)))
    case .tried: .tried(outboxKey(), trial())
    case .retry: .retry(outboxKey())
    case .cancel: .cancel(OutboxKey(ownKey()))
    case .discard: .cancel(outboxKey())
    case .status: relation(.status(random.pick(from: [.sent, .delivered, .read]) ?? .sent))
    case .upload: upload()
    case .receive: .receive(received(in: conversation()))
    case .page: page()
    case .gap: gap()
    case .edit: edit()
    case .delete:
      relation(
        .delete(isModerator: random.chance(1, of: 3), leavesRow: random.chance(1, of: 2)))
    case .react: relation(.react(reaction()))
    case .unreact: relation(.unreact(reaction()))
    case .receipt:
      relation(.receipt(Timestamp(milliseconds: Int64(100 + random.below(3)))))
    case .read:
      .read(
        conversation(), upTo: .remote(Self.remoteID(anyMessage())),
        at: Timestamp(milliseconds: Int64(100 + random.below(3))))
    case .reported: .reported(conversation(), upTo: place(anyMessage()))
    case .amend: amend()
    case .settle: .settle(outboxKey(), Version(order: Int64(random.below(4))))
    case .token: token()
    case .reset: .resetHistory(conversation())
    case .forget: .forget(conversation())
    case .apply: nonsense()
    }
  }

  private mutating func trial() -> SendTrial {
    SendTrial(
      mayBeTaken: random.chance(1, of: 3), isInFlight: random.chance(1, of: 4),
      since: maybe(2, of: 3, Timestamp(milliseconds: Int64(random.below(3)))),
      notBefore: maybe(1, of: 3, Timestamp(milliseconds: Int64(random.below(3)))))
  }

  private mutating func send() -> Change {
    let number = ownMessage()
    // Rarely the id is reused for another message.
    let time: Timestamp = random.chance(1, of: 20) ? 2 : 1
    return .enqueue(
      OutgoingMessage(
        key: MessageKey(conversation(), Self.id(number)), timestamp: time,
        body: body(number, 0, isLocal: true), replyTo: reply(number),
        threadRoot: thread(number)))
  }

  private mutating func ownKey() -> MessageKey { MessageKey(conversation(), Self.id(ownMessage())) }

  /// In most cases a message of the owner, sometimes another one, by its sender's id or a derived
  /// one.
  private mutating func key() -> MessageKey {
    let conversation = conversation()
    let number = anyMessage()
    let isNamedByServer = number > 3 ? random.chance(3, of: 4) : random.chance(1, of: 4)
    let derived = MessageID(derivedFrom: Self.remoteID(number), in: conversation)
    return MessageKey(conversation, isNamedByServer ? derived : Self.id(number))
  }

  private mutating func outboxKey() -> OutboxKey {
    let dependent = random.chance(2, of: 3) ? Self.id(100 + random.below(3)) : nil
    return OutboxKey(dependent == nil ? ownKey() : key(), dependent: dependent)
  }

  /// In rare cases the server gives a message the remote id of another one of the same kind.
  private mutating func acknowledge() -> Change {
    let number = ownMessage()
    let other = random.chance(9, of: 10) ? number : number + 3
    return .acknowledge(MessageKey(conversation(), Self.id(number)), place(other))
  }

  /// The position of a message; in rare cases another one with the same remote id.
  private mutating func place(_ number: Int) -> ServerPosition {
    let place = Self.place(number)
    guard random.chance(1, of: 25) else { return place }
    let earlier = Timestamp(milliseconds: place.serverTime.milliseconds - 10)
    return ServerPosition(
      serverTime: earlier, timestamp: place.timestamp, remoteID: place.remoteID)
  }

  private mutating func received(in conversation: ConversationID) -> ReceivedMessage {
    let number = anyMessage()
    let version: Int64 = random.chance(2, of: 3) ? 0 : Int64(random.number(in: 1...2))
    let isDeleted = random.chance(1, of: 25)
    // In rare cases another sender uses the id of a message of the owner.
    let named = random.chance(1, of: 25) ? (number + 2) % 6 + 1 : number
    return ReceivedMessage(
      conversation: conversation, position: place(number),
      id: maybe(1, of: 2, Self.id(named)), sender: Self.sender(number),
      version: Version(order: version),
      body: isDeleted ? .redacted : body(number, version, isLocal: false),
      replyTo: reply(number), threadRoot: thread(number))
  }

  private mutating func page() -> Change {
    let conversation = conversation()
    let messages = (0..<random.below(4)).map { _ in received(in: conversation) }
    let reach: HistoryPage.Reach =
      switch random.below(3) {
      case 0: .live
      case 1: .newest
      default: .position(Self.place(random.number(in: 3...7)))
      }
    return .page(
      HistoryPage(
        conversation: conversation, messages: messages, reach: reach,
        reachesStart: random.chance(1, of: 4), token: gapToken()))
  }

  private mutating func gap() -> Change {
    if let lastGap, random.chance(1, of: 3) { return .giveUp(lastGap.conversation, lastGap.gap) }
    // All of a conversation of which nothing is known yet.
    if random.chance(1, of: 8) { return .giveUp(conversation(), .everything) }
    let lower = random.below(7)
    let upper = random.number(in: lower...7)
    let gap = Gap(
      after: lower == 0 ? nil : Self.place(lower), before: upper == 7 ? nil : Self.place(upper),
      token: gapToken(), isUnavailable: random.chance(1, of: 6))
    let conversation = conversation()
    lastGap = (conversation, gap)
    return .openGap(conversation, gap)
  }

  /// In most cases continues at the stream's token, provided that no batch was refused.
  private mutating func token() -> Change {
    let stream = random.pick(from: Self.streams) ?? .main
    let from = random.chance(1, of: 5) ? SyncToken("t0") : lastTokens[stream]
    let to = random.chance(1, of: 8) ? nil : SyncToken("t\(random.below(4))")
    lastTokens[stream] = to
    return .advance(stream, from: from, to: to)
  }

  private mutating func gapToken() -> GapToken? {
    maybe(1, of: 2, GapToken("g\(random.below(5))"))
  }

  private mutating func edit() -> Change {
    let number = anyMessage()
    let version = Int64(random.number(in: 1...3))
    let chat = conversation()
    let author = random.chance(4, of: 5) ? Self.sender(number) : participant()
    // Another id, other words: two edits of one version never contradict each other.
    let isSecond = random.chance(1, of: 4)
    let words = Body.text(ExactString("m\(number) v\(version) b"))
    return .relate(
      Relation(
        conversation: chat, target: target(number, in: chat), author: author,
        version: Version(order: version, id: isSecond ? "b" : ""),
        action: .edit(isSecond ? words : body(number, version, isLocal: false))))
  }

  private mutating func relation(_ action: Relation.Action) -> Change {
    let number = anyMessage()
    let version: Version
    switch action {
    case .react, .unreact, .edit, .delete:
      let id: ExactString = random.pick(from: ["", "a", "b"]) ?? ""
      version = Version(order: Int64(random.below(3)), id: id)
    case .receipt, .status: version = .original
    }
    let chat = conversation()
    return .relate(
      Relation(
        conversation: chat, target: target(number, in: chat), author: participant(),
        version: version, action: action))
  }

  /// A message by its remote id, by the id that its sender minted, or by the id derived from the
  /// remote id.
  private mutating func target(_ number: Int, in chat: ConversationID) -> MessageReference {
    if random.chance(4, of: 5) { return .remote(Self.remoteID(number)) }
    let isDerived = random.chance(1, of: 3)
    return .id(
      isDerived ? MessageID(derivedFrom: Self.remoteID(number), in: chat) : Self.id(number))
  }

  private mutating func reaction() -> ExactString {
    random.pick(from: ["+", "+", "\u{FF5A}", "\u{1F600}"]) ?? "+"
  }

  private mutating func upload() -> Change {
    let state: UploadState =
      switch random.below(4) {
      case 0: .waiting
      case 1: .uploading(percent: random.below(101))
      case 2: .failed(FailureReason(code: "gone"))
      default: .done
      }
    let number = ownMessage()
    let isNew = random.chance(1, of: 2)
    let name = ExactString("https://media/\(number)\(isNew ? "-new" : "")")
    return .upload(
      MessageKey(conversation(), Self.id(number)), file: Self.file(number, isNew: isNew), state,
      remote: state == .done ? name : nil)
  }

  private mutating func amend() -> Change {
    let key = key()
    let number = (1...6).first { Self.id($0) == key.id } ?? 1
    let action: Dependent.Action =
      switch random.below(5) {
      case 0: .edit(body(number, 9, isLocal: false))
      case 1: .edit(edited(number))
      case 2: .delete
      case 3: .react(reaction())
      default: .unreact(reaction())
      }
    return .amend(key, id: Self.id(100 + random.below(3)), action)
  }

  /// An edit with one or two files of this device. The message itself may already have one of them.
  private mutating func edited(_ number: Int) -> Body {
    guard capabilities.contains(.media) else {
      return .text(ExactString("m\(number) in other words"))
    }
    let isNew = random.chance(1, of: 2)
    let files = [isNew, !isNew].prefix(random.number(in: 1...2)).map { isNew in
      Attachment(localPath: Self.file(number, isNew: isNew), byteCount: 100, upload: .waiting)
    }
    let caption = ExactString("m\(number) with files")
    return .media(Body.Media(kind: .photo, attachments: files, caption: caption))
  }

  /// A change that every store must refuse.
  private mutating func nonsense() -> Change {
    let conversation = conversation()
    switch random.below(3) {
    case 0:
      return .enqueue(
        OutgoingMessage(
          key: MessageKey(conversation, Self.id(9)), timestamp: 1, body: .text("")))
    case 1: return .openGap(conversation, Gap(after: Self.place(3), before: Self.place(3)))
    default:
      return .relate(
        Relation(
          conversation: conversation, target: .remote("s1"), author: "ann",
          action: .status(.sending)))
    }
  }
}
