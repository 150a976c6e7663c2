internal import MessagingModel
internal import MessagingTimeline

/// What can happen to a list that scrolls, as adapters write it.
struct ScrollEventForm: CanonicalCodable {
  let event: ScrollEvent

  init(_ event: ScrollEvent) { self.event = event }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch event {
      case .transaction(let transaction):
        writer.field("transaction", ScrollTransactionForm(transaction))
      case .scrolled(let y): writer.number("scrolled", y)
      case .phase(let phase): writer.word("phase", phase)
      case .jump(let id, let position, let alignment):
        writer.field("jump", RowNameForm(id))
        writer.field("position", position)
        writer.word("alignment", alignment)
      case .jumpToEnd: writer.flag("jumpToEnd", true)
      }
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    event = try reader.object { reader throws(CanonicalError) -> ScrollEvent in
      switch try reader.kind(["transaction", "scrolled", "phase", "jump", "jumpToEnd"]) {
      case 0: return .transaction(try ScrollTransactionForm(from: &reader).transaction)
      case 1: return .scrolled(to: try NumberForm(from: &reader).value)
      case 2: return .phase(try reader.word(of: [.rest, .tracking, .decelerating]))
      case 3:
        return .jump(
          to: try RowNameForm(from: &reader).id, position: try reader.optional("position"),
          alignment: try reader.word("alignment", of: JumpAlignment.allCases))
      default:
        try reader.isTrue()
        return .jumpToEnd
      }
    }
  }
}

/// One atomic change of what is laid out, as adapters write it.
struct ScrollTransactionForm: CanonicalCodable {
  /// What lies after the last row: a word, because nothing means that it is as before.
  private enum Newer: CaseIterable { case more, end }

  let transaction: ScrollTransaction

  init(_ transaction: ScrollTransaction) { self.transaction = transaction }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch transaction.rows {
      case .same: break
      case .changes(let changes): writer.field("changes", RowChangesForm(changes))
      case .replace(let rows):
        writer.key("replace")
        writer.array(rows) { ScrollRowForm($1).encode(to: &$0) }
      }
      writer.field("geometry", transaction.geometry.map(GeometryForm.init))
      if let hasNewer = transaction.hasNewer { writer.word("newer", hasNewer ? Newer.more : .end) }
      writer.field("sent", transaction.sent.map(RowNameForm.init))
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    transaction = try reader.object { reader throws(CanonicalError) in
      var transaction = ScrollTransaction()
      if reader.optionalKey("changes") {
        transaction.rows = .changes(try RowChangesForm(from: &reader).changes)
      } else if reader.optionalKey("replace") {
        transaction.rows = .replace(
          try reader.array { reader throws(CanonicalError) in
            try ScrollRowForm(from: &reader).row
          })
      }
      transaction.geometry = try reader.optional("geometry", as: GeometryForm.self)?.geometry
      if reader.optionalKey("newer") {
        transaction.hasNewer = try reader.word(of: Newer.allCases) == .more
      }
      transaction.sent = try reader.optional("sent", as: RowNameForm.self)?.id
      return transaction
    }
  }
}

/// The frame around the rows, as adapters write it.
private struct GeometryForm: CanonicalCodable {
  let geometry: ScrollGeometry

  init(_ geometry: ScrollGeometry) { self.geometry = geometry }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.number("width", geometry.width)
      writer.number("height", geometry.height)
      writer.number("topInset", geometry.topInset)
      writer.number("bottomInset", geometry.bottomInset)
      writer.number("gap", geometry.gap)
      writer.number("topPadding", geometry.topPadding)
      writer.number("bottomPadding", geometry.bottomPadding)
      writer.word("alignment", geometry.alignment)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    geometry = try reader.object { reader throws(CanonicalError) in
      ScrollGeometry(
        width: try reader.number("width"), height: try reader.number("height"),
        topInset: try reader.number("topInset"), bottomInset: try reader.number("bottomInset"),
        gap: try reader.number("gap"), topPadding: try reader.number("topPadding"),
        bottomPadding: try reader.number("bottomPadding"),
        alignment: try reader.word("alignment", of: [.top, .bottom]))
    }
  }
}
