internal import MessagingCore
internal import MessagingModel

// Photos that users attach: files of the device, and their uploads.
extension SimulatedDevice {
  /// Attaches a photo with a caption.
  mutating func attach(
    _ id: MessageID, in conversation: ConversationID, _ place: inout SimulatedPlace
  ) async {
    let key = MessageKey(conversation, id)
    guard let path = RelativePath("photos/\(id.shortName).jpg") else { return }
    let photo = Attachment(
      localPath: path, placeholder: "blur", byteCount: 3, width: 40, height: 30, upload: .waiting)
    let message = OutgoingMessage(
      key: key, timestamp: wallClock(place),
      body: .media(
        Body.Media(kind: .photo, attachments: [photo], caption: ExactString("t\(id.low - 1)"))))
    // The file exists before the store learns of it.
    files[key] = path
    guard await isAccepted([.enqueue(message)], &place) != nil else {
      // The code that made the file removes it again.
      files[key] = nil
      return
    }
    place.mark(.attached)
    place.story.wrote(message, by: owner, device: number, session: session)
  }

  /// Checks the rules that hold for every upload.
  func check(upload key: UploadKey, _ file: OwnedFile, _ place: inout SimulatedPlace) {
    if !isOnline { place.blame("something is uploaded without a network") }
    if files[key.message] != file.path { place.blame("a file is uploaded that is not there") }
    let isTwice = effects.contains { effect in
      if case .send(.upload(key, _)) = effect { true } else { false }
    }
    if isTwice { place.blame("a file is uploaded twice at once") }
  }

  mutating func upload(
    _ key: UploadKey, _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) {
    func answer(_ outcome: Result<ExactString, SendError>) {
      mail.append(.send(.uploaded(key, outcome)))
    }
    guard isOnline else { return answer(.failure(SendError(.offline, code: "offline"))) }
    if isForgotten {
      place.mark(.signInNeeded)
      return answer(.failure(.unauthorized))
    }
    place.mark(.uploaded)
    if !place.isCalm {
      mail.append(.send(.progressed(key, random.below(101))))
      switch random.below(12) {
      case 0...2:
        place.mark(.uploadLost)
        return answer(.failure(SendError(.transient, code: "503")))
      case 3:
        place.mark(.uploadRefused)
        return answer(.failure(SendError(.permanent, code: "too-large")))
      default: break
      }
    }
    answer(.success(Self.name(of: key)))
  }

  /// The network's name of a file.
  private static func name(of key: UploadKey) -> ExactString {
    ExactString("https://files/\(key.message.id.shortName)/\(key.file.text)")
  }

  mutating func discard(_ key: MessageKey, _ place: inout SimulatedPlace) {
    if files.removeValue(forKey: key) != nil { place.mark(.fileRemoved) }
  }

  /// The store has dropped its messages, except those that are unsent. The next sweep removes the
  /// files of the others, not the sender.
  mutating func leaveFilesToTheSweep(in conversation: ConversationID) async {
    let query = Query(.outbox, in: conversation, limit: Limits.page)
    guard let page = try? await store.read(query) else { return }
    let unsent = Set(page.messages.map(\.id))
    files = files.filter { key, _ in
      key.conversation != conversation || unsent.contains(key.id)
    }
  }

  /// The fault in the files of stored messages; `nil` if there is none.
  func fileFault(_ page: Snapshot, in conversation: ConversationID) -> String? {
    let owners = Set(page.messages.filter { $0.body != .redacted }.map(\.id))
    for key in files.keys where key.conversation == conversation && !owners.contains(key.id) {
      return "\(key.id.shortName) is gone, and has left its file"
    }
    for message in page.messages {
      for attachment in message.body.attachments {
        let key = MessageKey(message.conversation, message.id)
        if let path = attachment.localPath, files[key] != path {
          return "\(message.id.shortName) has lost its file"
        }
        guard let path = files[key], message.isOutgoing else { continue }
        if attachment.remote != Self.name(of: UploadKey(key, file: path)) {
          return "\(message.id.shortName) has another file at the network"
        }
      }
    }
    return nil
  }
}

extension Body {
  /// The body as every device shows it: without what only one device knows about its files.
  var asPublished: Body {
    var body = self
    body.attachments = attachments.map { attachment in
      var attachment = attachment
      (attachment.localPath, attachment.upload) = (nil, .done)
      return attachment
    }
    return body
  }

  /// The body without the network's names of files, which its author cannot know when writing.
  var asWritten: Body {
    var body = asPublished
    body.attachments = body.attachments.map { attachment in
      var attachment = attachment
      attachment.remote = nil
      return attachment
    }
    return body
  }
}
