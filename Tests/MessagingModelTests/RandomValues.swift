import struct MessagingConformance.SeededRandom

@testable import MessagingModel

/// Values of every type of the model, drawn from a seed: few different ones, so that they collide,
/// and those that break things.
struct RandomValues {
  var random: SeededRandom

  init(seed: UInt64, stream: String) {
    random = SeededRandom(seed: seed, stream: stream)
  }

  static let texts: [ExactString] = [
    "", "a", "b", "\0", "a\0", "\"", "\\", "\\u0000", "\n\t\u{1F}\u{7F}", "%_'; --", "{\"a\":1}",
    "caf\u{E9}", "cafe\u{301}", "\u{200F}\u{202E}abc", "\u{FFFD}", "\u{FEFF}", "\u{2028}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{10FFFF}", "ab", "aa",
  ]
  static let numbers: [Int64] = [.min, .min + 1, -256, -1, 0, 1, 9, 10, 255, 1 << 32, .max]

  mutating func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }
  mutating func chance() -> Bool { random.chance(1, of: 2) }
  mutating func optional<Value>(_ make: (inout RandomValues) -> Value) -> Value? {
    chance() ? make(&self) : nil
  }
  mutating func list<Value>(_ make: (inout RandomValues) -> Value) -> [Value] {
    (0..<random.below(3)).map { _ in make(&self) }
  }

  mutating func text() -> ExactString { pick(RandomValues.texts) }
  mutating func number() -> Int64 { pick(RandomValues.numbers) }
  mutating func integer(below bound: Int) -> Int { random.below(bound) }
  mutating func integer() -> Int { random.below(1_000_000) - 500_000 }
  mutating func timestamp() -> Timestamp { Timestamp(milliseconds: number()) }
  mutating func messageID() -> MessageID { MessageID(high: random.next(), low: random.next()) }
  mutating func remoteID() -> RemoteID { RemoteID(text()) }
  mutating func participant() -> ParticipantID { ParticipantID(text()) }
  mutating func conversation() -> ConversationID { ConversationID(text()) }
  mutating func version() -> Version { Version(order: number(), id: text()) }
  mutating func revision() -> Revision { Revision(number()) }

  mutating func serverPosition() -> ServerPosition {
    ServerPosition(serverTime: timestamp(), timestamp: timestamp(), remoteID: remoteID())
  }

  mutating func position() -> Position {
    random.chance(1, of: 4) ? .unconfirmed(sequence: number()) : .confirmed(serverPosition())
  }

  mutating func reference() -> MessageReference {
    chance() ? .id(messageID()) : .remote(remoteID())
  }

  mutating func reason() -> FailureReason {
    FailureReason(code: text(), text: text(), isRetryable: chance())
  }

  mutating func delivery() -> DeliveryState {
    pick([.sending, .sent, .delivered, .read, .failed(reason())])
  }

  mutating func upload() -> UploadState {
    pick([.done, .waiting, .uploading(percent: random.below(101)), .failed(reason())])
  }

  mutating func path() -> RelativePath {
    pick(["a", "a/b", "e\u{301}"].compactMap { RelativePath($0) })
  }

  mutating func attachment() -> Attachment {
    Attachment(
      localPath: optional { $0.path() },
      remote: optional { $0.text() }, placeholder: optional { $0.text() }, byteCount: integer(),
      width: integer(), height: integer(), upload: upload())
  }

  mutating func body() -> Body {
    switch random.below(6) {
    case 0: .text(text())
    case 1:
      .media(
        Body.Media(
          kind: pick(Body.Media.Kind.allCases), attachments: list { $0.attachment() },
          caption: text()))
    case 2: .payment(Body.Payment(amount: number(), currency: text(), note: text()))
    case 3: .system(text())
    case 4: .redacted
    default: .unknown(kind: text(), payload: text())
    }
  }

  mutating func gap() -> Gap {
    Gap(
      after: optional { $0.serverPosition() }, before: optional { $0.serverPosition() },
      token: optional { GapToken($0.text()) }, isUnavailable: chance())
  }
}
