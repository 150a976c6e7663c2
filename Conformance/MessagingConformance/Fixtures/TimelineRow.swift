internal import MessagingCore
package import MessagingModel

/// A row of an expected timeline, in canonical form.
package struct TimelineRow: Hashable, Sendable {
  package let id: MessageID
  package let position: Position
  package let sender: ParticipantID
  package let state: DeliveryState
  package let body: Body
}

extension TimelineRow {
  init(_ message: Message) {
    self.init(
      id: message.id, position: message.position, sender: message.sender,
      state: message.delivery, body: message.body)
  }
}

extension TimelineRow: CanonicalCodable {
  package func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("position", position)
      writer.field("by", sender)
      writer.field("state", state)
      writer.field("body", body)
    }
  }

  package init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      TimelineRow(
        id: try reader.field("id"), position: try reader.field("position"),
        sender: try reader.field("by"), state: try reader.field("state"),
        body: try reader.field("body"))
    }
  }
}

extension CanonicalCodable {
  /// The canonical form as text.
  package var canonicalText: String { String(decoding: canonical, as: UTF8.self) }
}
