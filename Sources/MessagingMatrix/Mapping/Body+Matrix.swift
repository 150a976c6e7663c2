internal import MessagingModel

// Reads the body of a message from the content of an event, and writes it as content.
extension Body {
  /// - Parameters:
  /// - content: the content of an event that is neither state nor deleted.
  /// - type: the type of the event.
  init(matrix content: JSON, type: ExactString) {
    let kind = content["msgtype"]?.string
    let text = content["body"]?.string
    guard type == "m.room.message", let kind, let text else {
      self = .unknown(kind: type, payload: content.text)
      return
    }
    switch kind {
    case "m.text", "m.notice", "m.emote": self = .text(text)
    case "m.image", "m.audio", "m.file":
      guard let file = Attachment(matrix: content) else { fallthrough }
      let name = content["filename"]?.string
      let caption = name == nil || name == text ? "" : text
      self = .media(Media(kind: .init(matrix: kind), attachments: [file], caption: caption))
    default: self = .unknown(kind: kind, payload: content.text)
    }
  }

  /// The content of an event with this body.
  ///
  /// - Throws: `permanent` for a body that this network cannot represent.
  func matrixContent() throws(SendError) -> [ExactString: JSON] {
    switch self {
    case .text(let text): return ["msgtype": "m.text", "body": .string(text)]
    case .media(let media):
      guard let file = media.attachments.first, media.attachments.count == 1 else {
        throw SendError(.permanent, code: "one-file-each")
      }
      guard let remote = file.remote, MatrixNames.filePlace(remote) != nil else {
        throw SendError(.permanent, code: "not-uploaded")
      }
      // A neutral name, shown where the caption is not. The file's name on this device is never
      // sent.
      let name: ExactString = media.caption == "file" ? "attachment" : "file"
      var content: [ExactString: JSON] = [
        "msgtype": .string(media.kind.matrix), "url": .string(remote), "filename": .string(name),
        "body": .string(media.caption.byteCount == 0 ? name : media.caption),
      ]
      var info: [ExactString: JSON] = ["size": .integer(Int64(file.byteCount))]
      if file.width > 0 { info["w"] = .integer(Int64(file.width)) }
      if file.height > 0 { info["h"] = .integer(Int64(file.height)) }
      content["info"] = .object(info)
      return content
    case .payment, .system, .redacted, .unknown:
      throw SendError(.permanent, code: "unsupported-body")
    }
  }
}

extension Attachment {
  fileprivate init?(matrix content: JSON) {
    guard let remote = MatrixNames.file(content["url"]) else { return nil }
    let info = content["info"]
    let size = { (key: ExactString) in Int(info?[key]?.count ?? 0) }
    self.init(remote: remote, byteCount: size("size"), width: size("w"), height: size("h"))
  }
}

extension Body.Media.Kind {
  fileprivate init(matrix kind: ExactString) {
    self = kind == "m.image" ? .photo : kind == "m.audio" ? .audio : .file
  }

  fileprivate var matrix: ExactString {
    switch self {
    case .photo: "m.image"
    case .audio: "m.audio"
    case .file: "m.file"
    }
  }
}
