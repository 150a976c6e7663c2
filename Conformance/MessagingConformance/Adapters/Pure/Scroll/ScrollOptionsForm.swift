internal import MessagingModel
internal import MessagingTimeline

/// How a scroll anchor behaves, as adapters write it.
struct ScrollOptionsForm: CanonicalCodable {
  let options: ScrollOptions

  init(_ options: ScrollOptions) { self.options = options }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.number("pinEnter", options.pinEnter)
      writer.number("pinExit", options.pinExit)
      writer.number("jumpButton", options.jumpButton)
      writer.field("scale", options.scale)
      writer.flag("waitsForFinger", !options.canWriteOffsetWhileScrolling)
      writer.word("preference", options.preference)
      writer.field("restore", options.opening.restore.map(SavedScrollForm.init))
      writer.field("focus", options.opening.focus.map(RowNameForm.init))
      writer.field("focusPosition", options.opening.focusPosition)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    options = try reader.object { reader throws(CanonicalError) in
      var options = ScrollOptions()
      options.pinEnter = try reader.number("pinEnter")
      options.pinExit = try reader.number("pinExit")
      options.jumpButton = try reader.number("jumpButton")
      options.scale = try reader.field("scale")
      options.canWriteOffsetWhileScrolling = !(try reader.flag("waitsForFinger"))
      options.preference = try reader.word("preference", of: [.top, .bottom])
      options.opening = OpeningTarget(
        restore: try reader.optional("restore", as: SavedScrollForm.self)?.saved,
        focus: try reader.optional("focus", as: RowNameForm.self)?.id,
        focusPosition: try reader.optional("focusPosition"))
      return options
    }
  }
}

/// Where somebody was, as adapters write it.
struct SavedScrollForm: CanonicalCodable {
  let saved: SavedScrollPosition

  init(_ saved: SavedScrollPosition) { self.saved = saved }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("row", RowNameForm(saved.row))
      writer.field("position", saved.position)
      writer.number("distance", saved.distance)
      writer.number("hiddenFraction", saved.hiddenFraction)
      writer.flag("pinned", saved.isPinned)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    saved = try reader.object { reader throws(CanonicalError) in
      SavedScrollPosition(
        row: try reader.field("row", as: RowNameForm.self).id,
        position: try reader.optional("position"), distance: try reader.number("distance"),
        hiddenFraction: try reader.number("hiddenFraction"), isPinned: try reader.flag("pinned"))
    }
  }
}
