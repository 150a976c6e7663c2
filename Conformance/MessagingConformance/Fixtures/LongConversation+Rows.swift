internal import MessagingCore
internal import MessagingModel

extension LongConversation {
  /// What a screen draws of a message, and what determines its height.
  struct Row: Hashable {
    let id: MessageID
    let position: Position
    let sender: ParticipantID
    let body: Body
    let quote: Quote?

    /// What a screen draws of a quoted message.
    struct Quote: Hashable {
      let remoteID: RemoteID?
      let sender: ParticipantID
      let body: Body
    }
  }

  /// Returns a message as it must be at the end, when the server has taken all messages.
  func row(_ index: Int) -> Row {
    let target = replyTo(index) == nil ? nil : index - 1 - 3 * index % 19
    return Row(
      id: isPending(index)
        ? key(index).id : MessageID(derivedFrom: remoteID(index), in: conversation),
      position: .confirmed(position(index)), sender: sender(index), body: body(index),
      quote: target.map {
        Row.Quote(remoteID: remoteID($0), sender: sender($0), body: body($0))
      })
  }
}

extension LongConversation.Row {
  init(_ message: Message, quoting quote: Message?) {
    self.init(
      id: message.id, position: message.position, sender: message.sender, body: message.body,
      quote: quote.map { Quote(remoteID: $0.remoteID, sender: $0.sender, body: $0.body) })
  }
}

extension LongConversation.Row: CustomStringConvertible {
  /// A description without the text, which is private.
  var description: String {
    let place = position.confirmed.map { "\($0.remoteID)" } ?? "unsent"
    let sizes = body.attachments.map { "\($0.width)×\($0.height)" }.joined(separator: " ")
    let quoted = quote.map { " answering \($0.remoteID.map { "\($0)" } ?? "unsent")" } ?? ""
    return "\(place) of \(sender), \(body.kindWord) \(sizes)\(quoted)"
  }
}
