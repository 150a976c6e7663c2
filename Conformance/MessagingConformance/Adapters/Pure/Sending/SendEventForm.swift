internal import MessagingModel

/// An event of a send queue, as adapters write it.
struct SendEventForm: CanonicalCodable {
  let event: SendEvent

  init(_ event: SendEvent) { self.event = event }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch event {
      case .moved: writer.flag("moved", true)
      case .found(let snapshot): writer.field("found", snapshot)
      case .findFailed: writer.flag("findFailed", true)
      case .loaded(let conversation, let snapshot):
        writer.field("loaded", conversation)
        writer.field("snapshot", snapshot)
      case .loadFailed(let conversation): writer.field("loadFailed", conversation)
      case .answered(let request, let result):
        writer.field("answered", SendRequestForm(request))
        writer.result(result.map(SendReceiptForm.init), "receipt")
      case .progressed(let key, let percent):
        writer.field("progressed", UploadKeyForm(key))
        writer.field("percent", percent)
      case .uploaded(let key, let result):
        writer.field("uploaded", UploadKeyForm(key))
        writer.result(result, "remote")
      case .committed(let conversation): writer.field("committed", conversation)
      case .notCommitted(let conversation, let error):
        writer.field("notCommitted", conversation)
        writer.field("error", StoreErrorForm(error))
      case .online(true): writer.flag("online", true)
      case .online(false): writer.flag("offline", true)
      case .signedIn: writer.flag("signedIn", true)
      case .paused(let isPaused, let conversation):
        if isPaused { writer.flag("paused", true) } else { writer.flag("resumed", true) }
        writer.field("in", conversation)
      case .wallClock(let time): writer.field("wallClock", time)
      case .clock: writer.flag("clock", true)
      }
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    event = try reader.object { reader throws(CanonicalError) in
      if let event = try SendEventForm.plain(&reader) { return event }
      return try SendEventForm.withMembers(&reader)
    }
  }

  /// An event of which nothing more is said; `nil` if it is another one.
  private static func plain(_ reader: inout CanonicalReader) throws(CanonicalError) -> SendEvent? {
    if try reader.flag("moved") { return .moved }
    if try reader.flag("findFailed") { return .findFailed }
    if try reader.flag("online") { return .online(true) }
    if try reader.flag("offline") { return .online(false) }
    if try reader.flag("signedIn") { return .signedIn }
    if try reader.flag("paused") { return .paused(true, try reader.optional("in")) }
    if try reader.flag("resumed") { return .paused(false, try reader.optional("in")) }
    return try reader.flag("clock") ? .clock : nil
  }

  private static let kinds: [StaticString] = [
    "found", "loaded", "loadFailed", "answered", "progressed", "uploaded", "committed",
    "notCommitted", "wallClock",
  ]

  private static func withMembers(
    _ reader: inout CanonicalReader
  ) throws(CanonicalError) -> SendEvent {
    switch try reader.kind(kinds) {
    case 0: return .found(try Snapshot(from: &reader))
    case 1:
      let conversation = try ConversationID(from: &reader)
      return .loaded(conversation, try reader.field("snapshot"))
    case 2: return .loadFailed(try ConversationID(from: &reader))
    case 3:
      let request = try SendRequestForm(from: &reader).request
      let result = try reader.result("receipt", of: SendReceiptForm.self)
      return .answered(request, result.map(\.receipt))
    case 4:
      let key = try UploadKeyForm(from: &reader).key
      return .progressed(key, try reader.field("percent"))
    case 5:
      let key = try UploadKeyForm(from: &reader).key
      return .uploaded(key, try reader.result("remote", of: ExactString.self))
    case 6: return .committed(try ConversationID(from: &reader))
    case 7:
      let conversation = try ConversationID(from: &reader)
      return .notCommitted(
        conversation, try reader.field("error", as: StoreErrorForm.self).error)
    default: return .wallClock(try Timestamp(from: &reader))
    }
  }
}

extension CanonicalWriter {
  /// Writes what came of a request or an upload: a member, or `error`.
  fileprivate mutating func result(
    _ result: Result<some CanonicalCodable, SendError>, _ name: StaticString
  ) {
    switch result {
    case .success(let value): field(name, value)
    case .failure(let error): field("error", SendErrorForm(error))
    }
  }
}

extension CanonicalReader {
  fileprivate mutating func result<Value: CanonicalCodable>(
    _ name: StaticString, of type: Value.Type
  ) throws(CanonicalError) -> Result<Value, SendError> {
    if let value = try optional(name, as: Value.self) { return .success(value) }
    return .failure(try field("error", as: SendErrorForm.self).error)
  }
}

/// Why a store did not do what it was asked, as adapters write it.
private struct StoreErrorForm: CanonicalCodable {
  let error: RepositoryError

  init(_ error: RepositoryError) { self.error = error }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("code", ExactString(error.code.rawValue))
      writer.field("context", ExactString(error.context))
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    error = try reader.object { reader throws(CanonicalError) in
      let code: RepositoryError.Code? = try reader.code("code")
      guard let code else { throw reader.failure("member \"code\"") }
      return RepositoryError(code, try reader.field("context", as: ExactString.self).string)
    }
  }
}
