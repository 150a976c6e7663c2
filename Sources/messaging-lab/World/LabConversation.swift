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
      .payment(
        Body.Payment(amount: Int64(8 + index % 60) * 100, currency: "EUR", note: "Dinner"))
    case 18: .system(ExactString("Ann changed the picture of the group"))
    case 19: .text(ExactString(LabText.text(words: 4 + index % 9, from: index)))
    default: .text(ExactString(LabText.text(words: 2 + 37 * index % 101 / 2, from: index)))
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
        caption: ExactString(kind == .photo && index % 3 == 0 ? LabText.caption(index) : "")))
  }

  private func replyTo(_ index: Int) -> MessageReference? {
    guard index % 20 == 19 else { return nil }
    return .remote(position(index - 1 - 3 * index % 19).remoteID)
  }
}

/// What people write, in closed form.
enum LabText {
  private static let sentences = [
    "Are you still coming tonight?", "The train is late again, so I will be there around eight.",
    "I found the photos from last summer and they are even better than I remembered.", "Yes!",
    "Could you bring bread and a bottle of something cold?", "No idea, ask Ann.",
    "We walked home along the river, and somebody played the accordion under the bridge.",
    "It rained for an hour, then the sun came out and everybody went back to the garden.",
    "Did you remember to water the plants on the balcony?", "They looked quite thirsty.",
    "I will call you when I am at the station.", "Sounds good to me.", "On my way.",
    "The market is closed tomorrow because of the holiday, which is typical.",
    "Let us meet at the corner with the old cinema, the one with the blue door.", "Haha.",
    "My phone is almost empty, so do not wonder if you hear nothing from me for a while.",
    "That is the best news of the whole week.", "Thank you, that was very kind of you.",
    "I left the keys with the neighbours on the second floor.", "See you there!",
    "The tickets were cheaper than I thought, so I took three of them, to be safe.",
    "Can somebody tell me what the plan is?", "Half past seven, at the usual place.",
    "If it is too cold we can still cook at home and watch the film that you talked about.",
    "I am not sure, give me five minutes.", "Good night, sleep well.",
  ]

  private static let captions = [
    "Look!", "From the balcony", "Guess where", "Last summer", "This morning",
  ]

  static func caption(_ index: Int) -> String { captions[index % captions.count] }

  /// One sentence after another, until there are at least so many words.
  static func text(words count: Int, from index: Int) -> String {
    var (text, words, next) = ("", 0, index * 13)
    while words < count {
      let sentence = sentences[next % sentences.count]
      text += (text.isEmpty ? "" : " ") + sentence
      words += sentence.split(separator: " ").count
      next += 7
    }
    return text
  }
}
