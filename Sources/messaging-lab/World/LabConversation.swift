internal import MessagingModel

/// The conversation that the lab shows: people, times, kinds and answers as in the golden recipe
/// `long-conversation`, but with sentences that a browser has to break into lines.
struct LabConversation: Sendable {
  static let id: ConversationID = "lab"
  static let owner: ParticipantID = "me"
  static let others: [ParticipantID] = ["ann", "bob"]

  let count: Int
  /// The midnight before the last message was written.
  let lastDay: Timestamp

  /// - Parameter now: the conversation ends on the day of this instant.
  init(count: Int, now: Timestamp) {
    self.count = count
    let day: Int64 = 86_400_000
    lastDay = Timestamp(milliseconds: now.milliseconds / day * day)
  }

  /// All of it, oldest first.
  var history: [ReceivedMessage] { (0..<count).map(received) }

  func received(_ index: Int) -> ReceivedMessage {
    ReceivedMessage(
      conversation: LabConversation.id, position: position(index), sender: sender(index),
      body: body(index), replyTo: replyTo(index))
  }

  /// Four messages share a minute, and a day begins every 125 messages.
  func position(_ index: Int) -> ServerPosition {
    let days = offset(of: count - 1) / 86_400_000 * 86_400_000
    return LabConversation.position(at: lastDay.milliseconds - days + offset(of: index), index)
  }

  private func offset(of index: Int) -> Int64 {
    Int64(index / 125) * 86_400_000 + Int64(index / 4) * 60_000
  }

  static func position(at milliseconds: Int64, _ index: Int) -> ServerPosition {
    let time = Timestamp(milliseconds: milliseconds)
    let digits = String(index)
    let padding = String(repeating: "0", count: max(0, 6 - digits.utf8.count))
    return ServerPosition(
      serverTime: time, timestamp: time, remoteID: RemoteID("m\(padding)\(digits)"))
  }

  private func sender(_ index: Int) -> ParticipantID {
    ([LabConversation.owner] + LabConversation.others)[7 * index % 3]
  }

  private func body(_ index: Int) -> Body {
    switch index % 20 {
    case 12...14: photo(index)
    case 15, 16: file(.audio, index, width: 0, height: 0)
    case 17:
      .payment(Body.Payment(amount: Int64(index) * 100, currency: "EUR", note: "Dinner"))
    case 18: .system(ExactString("Ann changed the subject for the \(index / 20 + 1). time"))
    case 19: .text(ExactString("Yes. \(LabText.sentence(words: 4 + index % 9, from: index))"))
    default: .text(ExactString(LabText.sentence(words: 2 + 37 * index % 101 / 2, from: index)))
    }
  }

  /// A server that knows how large its pictures are says so; of every fifth this one does not.
  private func photo(_ index: Int) -> Body {
    let isUnknown = index % 5 == 3
    return file(
      .photo, index, width: isUnknown ? 0 : 240, height: isUnknown ? 0 : 90 + 37 * index % 101)
  }

  private func file(
    _ kind: Body.Media.Kind, _ index: Int, width: Int, height: Int
  ) -> Body {
    let attachment = Attachment(
      remote: ExactString("lab:file-\(index)"), byteCount: 1_000 + index, width: width,
      height: height)
    return .media(
      Body.Media(
        kind: kind, attachments: [attachment],
        caption: ExactString(kind == .photo && index % 3 == 0 ? LabText.word(index) : "")))
  }

  private func replyTo(_ index: Int) -> MessageReference? {
    guard index % 20 == 19 else { return nil }
    return .remote(position(index - 1 - 3 * index % 19).remoteID)
  }
}

/// Sentences in closed form.
enum LabText {
  private static let words = """
    the train was late again and nobody at the station knew why so we walked home along the river \
    where somebody played accordion under a bridge it rained a little then the sun came out did \
    you remember to water plants on balcony they looked quite thirsty yesterday evening tomorrow \
    I will bring bread cheese apples unless market is closed for holiday which would be typical
    """.split(separator: " ").map(String.init)

  static func word(_ index: Int) -> String { capitalized(words[index % words.count]) }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  static func sentence(words count: Int, from index: Int) -> String {
    let picked = (0..<count).map { words[(index * 13 + $0 * 7 + $0 * $0 % 5) % words.count] }
    return capitalized(picked.joined(separator: " ")) + "."
  }
}
