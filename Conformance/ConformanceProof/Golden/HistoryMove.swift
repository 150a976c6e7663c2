internal import MessagingConformance
internal import MessagingModel

/// One line of a history as it is written in code; what is to be read is worked out.
enum HistoryMove {
  case change(Change)
  /// The whole timeline is read here.
  case expect
  /// All pages are read here.
  case walk(Int)
}

extension HistoryFixture.Case {
  /// A case with the oracle's answers.
  init(_ name: String, isAnyOrder: Bool = false, _ moves: [HistoryMove]) {
    self.init(name: name, isAnyOrder: isAnyOrder)
    var applied: [Change] = []
    for move in moves {
      switch move {
      case .change(let change):
        applied.append(change)
        steps.append(.apply([change]))
      case .expect: steps.append(.rows(NaiveLog(telling: applied).timeline))
      case .walk(let limit):
        steps.append(.walk(limit: limit, pages: NaiveLog(telling: applied).pages(of: limit)))
      }
    }
  }
}

extension HistoryMove {
  /// The id of the message that this device numbers so.
  static func key(_ number: UInt64) -> MessageKey {
    MessageKey(HistoryFixture.conversation, MessageID(high: 0, low: number))
  }

  static func place(_ name: RemoteID, _ server: Int64, _ time: Int64) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: server), timestamp: Timestamp(milliseconds: time),
      remoteID: name)
  }

  static func message(
    _ name: RemoteID, _ server: Int64, _ time: Int64, id: UInt64? = nil,
    by sender: ParticipantID = "ann", _ text: ExactString? = nil
  ) -> ReceivedMessage {
    ReceivedMessage(
      conversation: HistoryFixture.conversation, position: place(name, server, time),
      id: id.map { key($0).id }, sender: sender, body: .text(text ?? name.text))
  }

  static func receive(
    _ name: RemoteID, _ server: Int64, _ time: Int64, id: UInt64? = nil,
    by sender: ParticipantID = "ann", _ text: ExactString? = nil
  ) -> HistoryMove {
    .change(.receive(message(name, server, time, id: id, by: sender, text)))
  }

  static func send(_ number: UInt64, at time: Int64) -> HistoryMove {
    let message = OutgoingMessage(
      key: key(number), timestamp: Timestamp(milliseconds: time),
      body: .text(ExactString("c\(number)")))
    return .change(.enqueue(message))
  }

  static func acknowledge(
    _ number: UInt64, _ name: RemoteID, _ server: Int64, _ time: Int64
  ) -> HistoryMove {
    .change(.acknowledge(key(number), place(name, server, time)))
  }

  /// The history from its start to the live end.
  static func page(_ messages: [ReceivedMessage]) -> HistoryMove {
    .change(
      .page(
        HistoryPage(
          conversation: HistoryFixture.conversation, messages: messages, reach: .live,
          reachesStart: true)))
  }
}
