internal import MessagingModel
internal import MessagingTimeline

/// What an event of a window comes to, as adapters write it.
struct WindowOutcomeForm: CanonicalCodable {
  let outcome: WindowOutcome

  init(_ outcome: WindowOutcome) { self.outcome = outcome }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("actions", outcome.actions.map(WindowActionForm.init))
      writer.field("rejection", outcome.rejection.map { ExactString($0.rawValue) })
      writer.field("mismatch", outcome.mismatch.map(MismatchForm.init))
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    outcome = try reader.object { reader throws(CanonicalError) in
      WindowOutcome(
        actions: try reader.list("actions", of: WindowActionForm.self).map(\.action),
        rejection: try reader.code("rejection"),
        mismatch: try reader.optional("mismatch", as: MismatchForm.self)?.mismatch)
    }
  }
}

/// What the owner of a window does for it, as adapters write it.
private struct WindowActionForm: CanonicalCodable {
  let action: WindowAction

  init(_ action: WindowAction) { self.action = action }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch action {
      case .read(let request): writer.field("read", WindowRequestForm(request))
      case .fill(let id, let gap):
        writer.field("fill", id)
        writer.field("gap", gap)
      case .cancel(let id): writer.field("cancel", id)
      case .evict(let head, let tail):
        writer.field("evictHead", head)
        writer.field("evictTail", tail)
      case .scroll(let id): writer.field("scroll", id)
      case .scrollToEnd: writer.flag("scrollToEnd", true)
      case .missing(let target): writer.field("missing", target)
      case .wake(let time): writer.field("wake", time)
      }
    }
  }

  private static let kinds: [StaticString] = [
    "read", "fill", "cancel", "evictHead", "scroll", "scrollToEnd", "missing", "wake",
  ]

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    action = try reader.object { reader throws(CanonicalError) -> WindowAction in
      switch try reader.kind(WindowActionForm.kinds) {
      case 0: return .read(try WindowRequestForm(from: &reader).request)
      case 1:
        let id = try Int(from: &reader)
        return .fill(id, try reader.field("gap"))
      case 2: return .cancel(try Int(from: &reader))
      case 3:
        let head = try Int(from: &reader)
        return .evict(head: head, tail: try reader.field("evictTail"))
      case 4: return .scroll(to: try MessageID(from: &reader))
      case 5:
        try reader.isTrue()
        return .scrollToEnd
      case 6: return .missing(try MessageReference(from: &reader))
      default: return .wake(at: try Int64(from: &reader))
      }
    }
  }
}

/// A page that is to be read, as adapters write it.
struct WindowRequestForm: CanonicalCodable {
  let request: WindowRequest

  init(_ request: WindowRequest) { self.request = request }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("id", request.id)
      writer.word("purpose", request.purpose)
      writer.field("query", request.query)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    request = try reader.object { reader throws(CanonicalError) in
      WindowRequest(
        id: try reader.field("id"),
        purpose: try reader.word("purpose", of: WindowRequest.Purpose.allCases),
        query: try reader.field("query"))
    }
  }
}

/// How two ways of paging differ, as adapters write it.
private struct MismatchForm: CanonicalCodable {
  let mismatch: PagingMismatch

  init(_ mismatch: PagingMismatch) { self.mismatch = mismatch }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("request", mismatch.request)
      writer.field("onlyThere", mismatch.onlyThere)
      writer.field("onlyHere", mismatch.onlyHere)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    mismatch = try reader.object { reader throws(CanonicalError) in
      PagingMismatch(
        request: try reader.field("request"), onlyThere: try reader.list("onlyThere"),
        onlyHere: try reader.list("onlyHere"))
    }
  }
}
