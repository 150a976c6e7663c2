internal import MessagingModel
internal import MessagingTimeline

/// What there is to see of a window's state, as adapters write it.
struct WindowStateForm: CanonicalCodable {
  private let reading: WindowReading
  /// Whether the rows are those before the event, and left out.
  private let hasSameRows: Bool

  init(_ reading: WindowReading, after rows: [WindowRow]? = nil) {
    self.reading = reading
    hasSameRows = reading.rows == rows
  }

  /// The reading, after one with these rows.
  func reading(after rows: [WindowRow]) -> WindowReading {
    var reading = reading
    if hasSameRows { reading.rows = rows }
    return reading
  }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.flag("sameRows", hasSameRows)
      if !hasSameRows { writer.field("rows", reading.rows.map(WindowRowForm.init)) }
      writer.field("gaps", reading.gaps)
      writer.field("older", reading.older)
      writer.field("newer", reading.newer)
      writer.field("olderLoad", WindowLoadForm(reading.olderLoad))
      writer.field("newerLoad", WindowLoadForm(reading.newerLoad))
      writer.field("read", reading.read.map(WindowRequestForm.init))
      writer.field("diagnostics", WindowDiagnosticsForm(reading.diagnostics))
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      let hasSameRows = try reader.flag("sameRows")
      let rows = hasSameRows ? [] : try reader.list("rows", of: WindowRowForm.self).map(\.row)
      let gaps: [Gap] = try reader.list("gaps")
      let reading = WindowReading(
        rows: rows, older: try reader.field("older"), newer: try reader.field("newer"),
        gaps: gaps, olderLoad: try reader.field("olderLoad", as: WindowLoadForm.self).load,
        newerLoad: try reader.field("newerLoad", as: WindowLoadForm.self).load,
        read: try reader.optional("read", as: WindowRequestForm.self)?.request,
        diagnostics: try reader.field("diagnostics", as: WindowDiagnosticsForm.self).diagnostics)
      return WindowStateForm(reading, hasSameRows: hasSameRows)
    }
  }

  private init(_ reading: WindowReading, hasSameRows: Bool) {
    (self.reading, self.hasSameRows) = (reading, hasSameRows)
  }
}

/// What becomes of the page past one end of a window, as adapters write it.
private struct WindowLoadForm: CanonicalCodable {
  let load: WindowLoad

  init(_ load: WindowLoad) { self.load = load }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch load {
      case .idle: writer.flag("idle", true)
      case .loading(let id): writer.field("loading", id)
      case .filling(let id): writer.field("filling", id)
      case .failed(let time): writer.field("failed", time)
      case .exhausted: writer.flag("exhausted", true)
      }
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    load = try reader.object { reader throws(CanonicalError) -> WindowLoad in
      switch try reader.kind(["idle", "loading", "filling", "failed", "exhausted"]) {
      case 0:
        try reader.isTrue()
        return .idle
      case 1: return .loading(try Int(from: &reader))
      case 2: return .filling(try Int(from: &reader))
      case 3: return .failed(until: try Int64(from: &reader))
      default:
        try reader.isTrue()
        return .exhausted
      }
    }
  }
}

/// What a window did since it was opened, as adapters write it.
private struct WindowDiagnosticsForm: CanonicalCodable {
  let diagnostics: WindowDiagnostics

  init(_ diagnostics: WindowDiagnostics) { self.diagnostics = diagnostics }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("started", diagnostics.started)
      writer.field("fills", diagnostics.fills)
      writer.field("dropped", diagnostics.dropped)
      writer.field("merged", diagnostics.merged)
      writer.field("cancelled", diagnostics.cancelled)
      writer.field("late", diagnostics.late)
      writer.field("overlaps", diagnostics.overlaps)
      writer.field("emptyPages", diagnostics.emptyPages)
      writer.field("compared", diagnostics.compared)
      writer.field("mismatches", diagnostics.mismatches)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    diagnostics = try reader.object { reader throws(CanonicalError) in
      var diagnostics = WindowDiagnostics()
      diagnostics.started = try reader.field("started")
      diagnostics.fills = try reader.field("fills")
      diagnostics.dropped = try reader.field("dropped")
      diagnostics.merged = try reader.field("merged")
      diagnostics.cancelled = try reader.field("cancelled")
      diagnostics.late = try reader.field("late")
      diagnostics.overlaps = try reader.field("overlaps")
      diagnostics.emptyPages = try reader.field("emptyPages")
      diagnostics.compared = try reader.field("compared")
      diagnostics.mismatches = try reader.field("mismatches")
      return diagnostics
    }
  }
}
