internal import MessagingModel
internal import MessagingTimeline

/// What can happen to a window, as adapters write it.
struct WindowEventForm: CanonicalCodable {
  let event: WindowEvent

  init(_ event: WindowEvent) { self.event = event }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch event {
      case .open(let target, let height):
        writer.number("open", height)
        writer.field("target", target)
      case .viewport(let viewport): writer.field("viewport", ViewportForm(viewport))
      case .changed: writer.flag("changed", true)
      case .jump(let target): writer.field("jump", target)
      case .jumpToEnd: writer.flag("jumpToEnd", true)
      case .loaded(let id, let page):
        writer.field("loaded", id)
        writer.field("page", WindowPageForm(page))
      case .filled(let id): writer.field("filled", id)
      case .failed(let id): writer.field("failed", id)
      case .compared(let id, let messages):
        writer.field("compared", id)
        writer.field("messages", messages)
      case .tick: writer.flag("tick", true)
      case .close: writer.flag("close", true)
      }
    }
  }

  private static let kinds: [StaticString] = [
    "open", "viewport", "jump", "loaded", "filled", "failed", "compared",
    "changed", "jumpToEnd", "tick", "close",
  ]

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    event = try reader.object { reader throws(CanonicalError) -> WindowEvent in
      let kind = try reader.kind(WindowEventForm.kinds)
      if kind < 7 { return try WindowEventForm.event(kind, from: &reader) }
      try reader.isTrue()
      return [.changed, .jumpToEnd, .tick, .close][kind - 7]
    }
  }

  /// An event with members.
  private static func event(
    _ kind: Int, from reader: inout CanonicalReader
  ) throws(CanonicalError) -> WindowEvent {
    switch kind {
    case 0:
      let height = try NumberForm(from: &reader).value
      return .open(at: try reader.optional("target"), height: height)
    case 1: return .viewport(try ViewportForm(from: &reader).viewport)
    case 2: return .jump(to: try MessageReference(from: &reader))
    case 3:
      let id = try Int(from: &reader)
      return .loaded(id, try reader.field("page", as: WindowPageForm.self).page)
    case 4: return .filled(try Int(from: &reader))
    case 5: return .failed(try Int(from: &reader))
    default:
      let id = try Int(from: &reader)
      return .compared(id, try reader.list("messages"))
    }
  }
}

/// What of a window is visible, as adapters write it.
struct ViewportForm: CanonicalCodable {
  let viewport: WindowViewport

  init(_ viewport: WindowViewport) { self.viewport = viewport }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("first", viewport.first)
      writer.field("last", viewport.last)
      writer.number("hiddenAbove", viewport.hiddenAbove)
      writer.number("hiddenBelow", viewport.hiddenBelow)
      writer.number("height", viewport.height)
      writer.field("held", viewport.held)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    viewport = try reader.object { reader throws(CanonicalError) in
      WindowViewport(
        first: try reader.field("first"), last: try reader.field("last"),
        hiddenAbove: try reader.number("hiddenAbove"),
        hiddenBelow: try reader.number("hiddenBelow"), height: try reader.number("height"),
        held: try reader.list("held"))
    }
  }
}
