package import MessagingModel

// The facts in the world of a random history. They follow from the number of a message.
extension RandomChanges {
  package static func id(_ number: Int) -> MessageID { MessageID(high: 0, low: UInt64(number)) }

  static func remoteID(_ number: Int) -> RemoteID { RemoteID("s\(number)") }

  static func sender(_ number: Int) -> ParticipantID {
    number <= 3 ? owner : number == 5 ? "bob" : "ann"
  }

  /// Two messages share each server time, and four share a timestamp.
  package static func place(_ number: Int) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: Int64(10 + (number + 1) / 2 * 10)),
      timestamp: Timestamp(milliseconds: number < 5 ? 7 : 5), remoteID: remoteID(number))
  }

  /// Messages 3 and 6 are photos, with a caption that names the version; version 2 is a file, and
  /// an unsent edit a recording. Message 2 is a payment, of another amount in version 2, and
  /// message 5 a service line, until they are edited; version 2 of message 4 is of a kind that
  /// nobody knows.
  func body(_ number: Int, _ version: Int64, isLocal: Bool) -> Body {
    let text = ExactString(version == 0 ? "m\(number)" : "m\(number) v\(version)")
    switch (number, version) {
    case (2, 0), (2, 2):
      return .payment(Body.Payment(amount: 250 + version, currency: "EUR", note: text))
    case (5, 0): return .system(text)
    case (4, 2): return .unknown(kind: "poll", payload: text)
    case (_, _): break
    }
    // Version 1 of a photo is a text.
    guard number % 3 == 0, version != 1, capabilities.contains(.media) else { return .text(text) }
    if isLocal {
      let file = Attachment(
        localPath: RelativePath("photos/\(number).jpg"), placeholder: "grey", byteCount: 100,
        upload: .waiting)
      return .media(Body.Media(kind: .photo, attachments: [file], caption: text))
    }
    // Version 2 has another photo above the first one, and version 3 has it alone.
    let names =
      switch version {
      case 2: ["\(number)-other", "\(number)"]
      case 3: ["\(number)-other"]
      default: ["\(number)"]
      }
    let files = names.map { name in
      Attachment(
        remote: ExactString("https://media/\(name)"), placeholder: version == 2 ? "blue" : nil,
        byteCount: 100 + Int(version), width: 40 * Int(version), height: 30 * Int(version))
    }
    let kind: Body.Media.Kind = version == 2 ? .file : version == 9 ? .audio : .photo
    return .media(Body.Media(kind: kind, attachments: files, caption: text))
  }

  /// The file of a photo, or the file that only edits mention.
  static func file(_ number: Int, isNew: Bool) -> RelativePath {
    guard let path = RelativePath("photos/\(number)\(isNew ? "-new" : "").jpg") else {
      preconditionFailure("a path without empty parts")
    }
    return path
  }

  /// Messages 2 and 4 reply in the thread of message 1, each by one of its names, and message 6 in
  /// that of message 3.
  func thread(_ number: Int) -> MessageReference? {
    guard capabilities.contains(.threads) else { return nil }
    return switch number {
    case 2: .id(Self.id(1))
    case 4: .remote(Self.remoteID(1))
    case 6: .remote(Self.remoteID(3))
    default: nil
    }
  }

  /// Messages 2, 3 and 5 reply to message 1, by either of its names; message 3 is a root itself.
  mutating func reply(_ number: Int) -> MessageReference? {
    guard [2, 3, 5].contains(number) else { return nil }
    return random.chance(1, of: 2) ? .remote(Self.remoteID(1)) : .id(Self.id(1))
  }
}
