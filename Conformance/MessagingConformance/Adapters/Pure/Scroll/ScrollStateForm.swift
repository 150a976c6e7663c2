internal import MessagingModel
internal import MessagingTimeline

/// The observable state of a scroll anchor, as adapters write it.
struct ScrollStateForm: CanonicalCodable {
  var reading = ScrollReading()
  var sight = ScrollSight()
  var saved: SavedScrollPosition?

  init() {}

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.number("offset", reading.offset)
      writer.number("publishedOffset", reading.publishedOffset)
      writer.flag("pinned", reading.isPinned)
      writer.field("anchor", reading.anchor.map(RowNameForm.init))
      writer.field("unread", reading.unread)
      writer.number("distanceFromEnd", reading.distanceFromEnd)
      writer.number("contentHeight", reading.contentHeight)
      writer.flag("showsJumpButton", reading.showsJumpButton)
      writer.field("sight", sight.rows.map(SightRowForm.init))
      writer.number("lead", sight.lead)
      writer.number("owed", sight.owed)
      writer.field("viewport", sight.viewport.map(ViewportForm.init))
      writer.field("saved", saved.map(SavedScrollForm.init))
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    try reader.object { reader throws(CanonicalError) in
      reading = ScrollReading(
        offset: try reader.number("offset"),
        publishedOffset: try reader.number("publishedOffset"),
        isPinned: try reader.flag("pinned"),
        anchor: try reader.optional("anchor", as: RowNameForm.self)?.id,
        unread: try reader.field("unread"),
        distanceFromEnd: try reader.number("distanceFromEnd"),
        contentHeight: try reader.number("contentHeight"),
        showsJumpButton: try reader.flag("showsJumpButton"))
      sight = ScrollSight(
        rows: try reader.list("sight", of: SightRowForm.self).map(\.row),
        lead: try reader.number("lead"), owed: try reader.number("owed"),
        viewport: try reader.optional("viewport", as: ViewportForm.self)?.viewport)
      saved = try reader.optional("saved", as: SavedScrollForm.self)?.saved
    }
  }
}

/// A row of which something is uncovered, as adapters write it.
private struct SightRowForm: CanonicalCodable {
  let row: ScrollSight.Row

  init(_ row: ScrollSight.Row) { self.row = row }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("row", RowNameForm(row.id))
      writer.number("y", row.frame.y)
      writer.number("height", row.frame.height)
      writer.number("visible", row.visible)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    row = try reader.object { reader throws(CanonicalError) in
      ScrollSight.Row(
        id: try reader.field("row", as: RowNameForm.self).id,
        frame: RowFrame(y: try reader.number("y"), height: try reader.number("height")),
        visible: try reader.number("visible"))
    }
  }
}

/// Where a row lies in the view, as adapters write it.
struct RowFrameForm: CanonicalCodable {
  let frame: RowFrame

  init(_ frame: RowFrame) { self.frame = frame }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.number("y", frame.y)
      writer.number("height", frame.height)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    frame = try reader.object { reader throws(CanonicalError) in
      RowFrame(y: try reader.number("y"), height: try reader.number("height"))
    }
  }
}
