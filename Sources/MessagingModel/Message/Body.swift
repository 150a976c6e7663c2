/// The content of a message.
public enum Body: Hashable, Sendable {
  case text(ExactString)
  case media(Media)
  case payment(Payment)
  /// A line that the service wrote ("Ann joined").
  case system(ExactString)
  /// Deleted for everybody; the row stays where it was.
  case redacted
  /// A kind that this version does not know, kept byte for byte (`REPO-013`).
  case unknown(kind: ExactString, payload: ExactString)

  /// Files with a common caption.
  public struct Media: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable { case photo, audio, file }
    public var kind: Kind
    /// The files; one to ``Limits/attachments``.
    public var attachments: [Attachment]
    public var caption: ExactString

    public init(kind: Kind, attachments: [Attachment], caption: ExactString = "") {
      self.kind = kind
      self.attachments = attachments
      self.caption = caption
    }
  }

  /// An amount in the smallest unit of its currency.
  public struct Payment: Hashable, Sendable {
    public var amount: Int64
    /// The currency: ISO 4217, or the network's own name for it.
    public var currency: ExactString
    public var note: ExactString

    public init(amount: Int64, currency: ExactString, note: ExactString = "") {
      self.amount = amount
      self.currency = currency
      self.note = note
    }
  }
}

extension Body {
  /// The files of the body; empty if it has none. Only a `media` body can be given files.
  public var attachments: [Attachment] {
    get {
      switch self {
      case .media(let media): media.attachments
      case .text, .payment, .system, .redacted, .unknown: []
      }
    }
    set {
      switch self {
      case .media(var media):
        media.attachments = newValue
        self = .media(media)
      case .text, .payment, .system, .redacted, .unknown: break
      }
    }
  }

  /// Whether the message can count as unread: not a service line, and not deleted.
  public var countsAsUnread: Bool {
    switch self {
    case .text, .media, .payment, .unknown: true
    case .system, .redacted: false
    }
  }
}

extension Body.Media.Kind: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) { writer.string(rawValue) }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    let place = reader.offset
    guard let kind = Self(rawValue: try reader.string()) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: " ")
      throw reader.failure("one of the kinds: \(known)", at: place)
    }
    self = kind
  }
}

extension Body: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch self {
      case .text(let text): writer.field("text", text)
      case .media(let media):
        writer.field("media", media.kind)
        writer.field("files", media.attachments)
        writer.field("caption", media.caption)
      case .payment(let payment):
        writer.field("payment", payment.amount)
        writer.field("currency", payment.currency)
        writer.field("note", payment.note)
      case .system(let text): writer.field("system", text)
      case .redacted: writer.flag("redacted", true)
      case .unknown(let kind, let payload):
        writer.field("unknown", kind)
        writer.field("payload", payload)
      }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      if let text = try reader.optional("text", as: ExactString.self) { return .text(text) }
      if let kind = try reader.optional("media", as: Media.Kind.self) {
        let files = try reader.list("files", of: Attachment.self)
        return .media(
          Media(kind: kind, attachments: files, caption: try reader.field("caption")))
      }
      if let amount = try reader.optional("payment", as: Int64.self) {
        return .payment(
          Payment(
            amount: amount, currency: try reader.field("currency"), note: try reader.field("note")))
      }
      if let text = try reader.optional("system", as: ExactString.self) { return .system(text) }
      if try reader.flag("redacted") { return .redacted }
      if let kind = try reader.optional("unknown", as: ExactString.self) {
        return .unknown(kind: kind, payload: try reader.field("payload"))
      }
      throw reader.failure("a body: text media payment system redacted unknown")
    }
  }
}
