internal import MessagingModel

/// One request to the server, as adapters write it.
struct SendRequestForm: CanonicalCodable {
  let request: SendRequest

  init(_ request: SendRequest) { self.request = request }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", request.conversation)
      writer.field("key", request.key)
      writer.field("action", SendRequestActionForm(request.action))
      writer.field("attempt", request.attempt)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    request = try reader.object { reader throws(CanonicalError) in
      SendRequest(
        conversation: try reader.field("in"), key: try reader.field("key"),
        action: try reader.field("action", as: SendRequestActionForm.self).action,
        attempt: try reader.field("attempt"))
    }
  }
}

/// What the server is asked to do, as adapters write it.
private struct SendRequestActionForm: CanonicalCodable {
  let action: SendRequest.Action

  init(_ action: SendRequest.Action) { self.action = action }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch action {
      case .publish(let body, let timestamp, let replyTo, let threadRoot):
        writer.field("publish", body)
        writer.field("at", timestamp)
        writer.field("replyTo", replyTo)
        writer.field("thread", threadRoot)
      case .edit(let id, let body):
        writer.field("edit", id)
        writer.field("body", body)
      case .delete(let id): writer.field("delete", id)
      case .react(let id, let key):
        writer.field("react", id)
        writer.field("text", key)
      case .unreact(let id, let key):
        writer.field("unreact", id)
        writer.field("text", key)
      case .retract: writer.flag("retract", true)
      }
    }
  }

  private static let kinds: [StaticString] = [
    "publish", "edit", "delete", "react", "unreact", "retract",
  ]

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    action = try reader.object { reader throws(CanonicalError) -> SendRequest.Action in
      let kind = try reader.kind(SendRequestActionForm.kinds)
      switch kind {
      case 0:
        let body = try Body(from: &reader)
        return .publish(
          body, timestamp: try reader.field("at"), replyTo: try reader.optional("replyTo"),
          threadRoot: try reader.optional("thread"))
      case 1:
        let id = try RemoteID(from: &reader)
        return .edit(id, try reader.field("body"))
      case 2: return .delete(try RemoteID(from: &reader))
      case 3, 4:
        let id = try RemoteID(from: &reader)
        let key: ExactString = try reader.field("text")
        return kind == 3 ? .react(id, key) : .unreact(id, key)
      default:
        try reader.isTrue()
        return .retract
      }
    }
  }
}

/// What the server answers to a request that it took, as adapters write it.
struct SendReceiptForm: CanonicalCodable {
  let receipt: SendReceipt

  init(_ receipt: SendReceipt) { self.receipt = receipt }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("key", receipt.key)
      writer.field("position", receipt.position)
      writer.field("version", receipt.version)
      writer.flag("wasKnown", receipt.wasKnown)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    receipt = try reader.object { reader throws(CanonicalError) in
      var receipt = SendReceipt.retracted(try reader.field("key"))
      receipt.position = try reader.optional("position")
      receipt.version = try reader.field("version")
      receipt.wasKnown = try reader.flag("wasKnown")
      return receipt
    }
  }
}

/// Why a request or an upload came to nothing, as adapters write it.
struct SendErrorForm: CanonicalCodable {
  let error: SendError

  init(_ error: SendError) { self.error = error }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.word("kind", error.kind)
      writer.field("code", error.code)
      writer.field("text", error.text)
      writer.field("retryAfter", error.retryAfter)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    error = try reader.object { reader throws(CanonicalError) in
      SendError(
        try reader.word(
          "kind",
          of: [.offline, .indeterminate, .transient, .unauthorized, .permanent, .unclassified]),
        code: try reader.field("code"), text: try reader.field("text"),
        retryAfter: try reader.optional("retryAfter"))
    }
  }
}

/// Which file of which message an upload is about, as adapters write it.
struct UploadKeyForm: CanonicalCodable {
  let key: UploadKey

  init(_ key: UploadKey) { self.key = key }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("message", key.message)
      writer.field("file", key.file)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    key = try reader.object { reader throws(CanonicalError) in
      UploadKey(try reader.field("message"), file: try reader.field("file"))
    }
  }
}
