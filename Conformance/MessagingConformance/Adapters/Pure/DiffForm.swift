internal import MessagingModel
internal import MessagingTimeline

/// A list of rows in the form of the protocol.
struct TimelineForm: CanonicalCodable {
  let timeline: Timeline

  init(_ timeline: Timeline) { self.timeline = timeline }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("version", timeline.version)
      writer.field("rows", timeline.map(RowForm.init))
      writer.flag("more", !timeline.reachesEnd)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    timeline = try reader.object { reader throws(CanonicalError) in
      let version = try reader.field("version", as: Int64.self)
      let place = reader.place
      let rows = try reader.list("rows", of: RowForm.self).map(\.item)
      guard Set(rows.map(\.id)).count == rows.count else {
        throw reader.failure("no row twice", at: place)
      }
      return Timeline(version: version, rows: rows, reachesEnd: !(try reader.flag("more")))
    }
  }
}

/// A diff in the form of the protocol.
struct DiffForm: CanonicalCodable {
  let diff: TimelineDiff

  init(_ diff: TimelineDiff) { self.diff = diff }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("base", diff.base)
      writer.field("target", diff.target)
      writer.field("deletes", diff.deletes)
      writer.field("inserts", diff.inserts.map(Insert.init))
      writer.field("moves", diff.moves.map(Move.init))
      writer.field("updates", diff.updates.map(Update.init))
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    diff = try reader.object { reader throws(CanonicalError) in
      TimelineDiff(
        base: try reader.field("base"), target: try reader.field("target"),
        deletes: try reader.list("deletes"),
        inserts: try reader.list("inserts", of: Insert.self).map(\.insert),
        moves: try reader.list("moves", of: Move.self).map(\.move),
        updates: try reader.list("updates", of: Update.self).map(\.update))
    }
  }

  private struct Insert: CanonicalCodable {
    let insert: TimelineDiff.Insert

    init(_ insert: TimelineDiff.Insert) { self.insert = insert }

    func encode(to writer: inout CanonicalWriter) {
      writer.object { writer in
        writer.field("index", insert.index)
        writer.field("item", RowForm(insert.item))
        writer.flag("new", insert.isNew)
      }
    }

    init(from reader: inout CanonicalReader) throws(CanonicalError) {
      insert = try reader.object { reader throws(CanonicalError) in
        TimelineDiff.Insert(
          index: try reader.field("index"), item: try reader.field("item", as: RowForm.self).item,
          isNew: try reader.flag("new"))
      }
    }
  }

  struct Move: CanonicalCodable {
    let move: TimelineDiff.Move

    init(_ move: TimelineDiff.Move) { self.move = move }

    func encode(to writer: inout CanonicalWriter) {
      writer.object { writer in
        writer.field("from", move.from)
        writer.field("to", move.to)
      }
    }

    init(from reader: inout CanonicalReader) throws(CanonicalError) {
      move = try reader.object { reader throws(CanonicalError) in
        TimelineDiff.Move(from: try reader.field("from"), to: try reader.field("to"))
      }
    }
  }

  private struct Update: CanonicalCodable {
    let update: TimelineDiff.Update

    init(_ update: TimelineDiff.Update) { self.update = update }

    func encode(to writer: inout CanonicalWriter) {
      writer.object { writer in
        writer.field("from", update.from)
        writer.field("to", update.to)
        writer.field("item", RowForm(update.item))
        writer.field("aspects", update.aspects.words.map { ExactString($0) })
      }
    }

    init(from reader: inout CanonicalReader) throws(CanonicalError) {
      update = try reader.object { reader throws(CanonicalError) in
        TimelineDiff.Update(
          from: try reader.field("from"), to: try reader.field("to"),
          item: try reader.field("item", as: RowForm.self).item,
          aspects: try TimelineDiff.Aspects(from: &reader))
      }
    }
  }
}

extension TimelineDiff.Aspects {
  /// Reads the member `aspects`, whose words may come in any order.
  fileprivate init(from reader: inout CanonicalReader) throws(CanonicalError) {
    guard reader.optionalKey("aspects") else {
      self = []
      return
    }
    let words = try reader.array { reader throws(CanonicalError) in
      try reader.choice(["content", "grouping", "metadata"])
    }
    self = [.content, .grouping, .metadata].filter { words.contains($0.words[0]) }
      .reduce(into: []) { $0.formUnion($1) }
  }
}
