internal import MessagingModel
internal import MessagingTimeline

/// A message as a window knows it, as adapters write it.
struct WindowRowForm: CanonicalCodable {
  let row: WindowRow

  init(_ row: WindowRow) { self.row = row }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("id", row.id)
      writer.field("position", row.position)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    row = try reader.object { reader throws(CanonicalError) in
      WindowRow(id: try reader.field("id"), position: try reader.field("position"))
    }
  }
}

/// What a window needs of a store's answer, as adapters write it.
struct WindowPageForm: CanonicalCodable {
  let page: WindowPage

  init(_ page: WindowPage) { self.page = page }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("rows", page.rows.map(WindowRowForm.init))
      writer.field("gaps", page.gaps)
      writer.field("older", page.older)
      writer.field("newer", page.newer)
      writer.flag("found", page.found)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    page = try reader.object { reader throws(CanonicalError) in
      let rows = try reader.list("rows", of: WindowRowForm.self).map(\.row)
      let gaps: [Gap] = try reader.list("gaps")
      return WindowPage(
        rows: rows, older: try reader.field("older"), newer: try reader.field("newer"),
        gaps: gaps, found: try reader.flag("found"))
    }
  }
}

/// How a window behaves, as adapters write it.
struct WindowOptionsForm: CanonicalCodable {
  let options: WindowOptions

  init(_ options: WindowOptions) { self.options = options }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", options.conversation)
      writer.field("cap", options.cap)
      writer.field("quiet", options.quiet)
      writer.flag("fillsAtOnce", options.fillsAtOnce)
      writer.field("interval", options.interval)
      writer.field("firstRetry", options.firstRetry)
      writer.field("longestRetry", options.longestRetry)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    options = try reader.object { reader throws(CanonicalError) in
      var options = WindowOptions(conversation: try reader.field("in"))
      options.cap = try reader.field("cap")
      options.quiet = try reader.field("quiet")
      options.fillsAtOnce = try reader.flag("fillsAtOnce")
      options.interval = try reader.field("interval")
      options.firstRetry = try reader.field("firstRetry")
      options.longestRetry = try reader.field("longestRetry")
      return options
    }
  }
}
