internal import MessagingModel
internal import MessagingTimeline

/// A row as scrolling sees it, as adapters write it.
struct ScrollRowForm: CanonicalCodable {
  let row: ScrollRow

  init(_ row: ScrollRow) { self.row = row }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("row", RowNameForm(row.id))
      writer.word("kind", row.kind)
      writer.number("height", row.height)
      writer.flag("estimated", !row.isMeasured)
      writer.field("position", row.position)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    row = try reader.object { reader throws(CanonicalError) in
      ScrollRow(
        id: try reader.field("row", as: RowNameForm.self).id,
        kind: try reader.word("kind", of: [.remoteMessage, .ownMessage, .decoration]),
        height: try reader.number("height"), isMeasured: !(try reader.flag("estimated")),
        position: try reader.optional("position"))
    }
  }
}

/// What becomes of the rows in one transaction, as adapters write it.
struct RowChangesForm: CanonicalCodable {
  let changes: RowChanges

  init(_ changes: RowChanges) { self.changes = changes }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("deletes", changes.deletes)
      writer.field("inserts", changes.inserts.map(Insert.init))
      writer.field("moves", changes.moves.map(DiffForm.Move.init))
      writer.field("resizes", changes.resizes.map(Resize.init))
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    changes = try reader.object { reader throws(CanonicalError) in
      RowChanges(
        deletes: try reader.list("deletes"),
        inserts: try reader.list("inserts", of: Insert.self).map(\.insert),
        moves: try reader.list("moves", of: DiffForm.Move.self).map(\.move),
        resizes: try reader.list("resizes", of: Resize.self).map(\.resize))
    }
  }

  private struct Insert: CanonicalCodable {
    let insert: RowChanges.Insert

    init(_ insert: RowChanges.Insert) { self.insert = insert }

    func encode(to writer: inout CanonicalWriter) {
      writer.object { writer in
        writer.field("index", insert.index)
        writer.field("item", ScrollRowForm(insert.row))
        writer.flag("new", insert.isNew)
      }
    }

    init(from reader: inout CanonicalReader) throws(CanonicalError) {
      insert = try reader.object { reader throws(CanonicalError) in
        RowChanges.Insert(
          index: try reader.field("index"),
          row: try reader.field("item", as: ScrollRowForm.self).row,
          isNew: try reader.flag("new"))
      }
    }
  }

  private struct Resize: CanonicalCodable {
    let resize: RowChanges.Resize

    init(_ resize: RowChanges.Resize) { self.resize = resize }

    func encode(to writer: inout CanonicalWriter) {
      writer.object { writer in
        writer.field("row", RowNameForm(resize.id))
        writer.number("height", resize.height)
        writer.word("cause", resize.cause)
      }
    }

    init(from reader: inout CanonicalReader) throws(CanonicalError) {
      resize = try reader.object { reader throws(CanonicalError) in
        RowChanges.Resize(
          id: try reader.field("row", as: RowNameForm.self).id,
          height: try reader.number("height"),
          cause: try reader.word("cause", of: [.content, .firstMeasurement, .grouping, .width]))
      }
    }
  }
}
