import MessagingModel
import Testing

private typealias File = MessagingModel.Attachment

/// What the examples of the area PROG do not reach.
@Suite("The number of all that is sent") struct SendingMeterTests {
  private func message(
    _ number: UInt64, files: [File] = [],
    in conversation: ConversationID = "k1"
  ) -> Message {
    Message(
      id: MessageID(high: 1, low: number), conversation: conversation, sender: "me",
      isOutgoing: true, position: .unconfirmed(sequence: Int64(number)),
      timestamp: Timestamp(milliseconds: 1),
      body: files.isEmpty ? .text("a") : .media(.init(kind: .photo, attachments: files)),
      delivery: .sending)
  }

  private func file(_ path: String, _ bytes: Int, _ upload: UploadState = .waiting)
    -> File
  {
    File(localPath: RelativePath(path), byteCount: bytes, upload: upload)
  }

  private func numbers(_ outboxes: [[Message]]) -> [Int?] {
    var meter = SendingMeter()
    return outboxes.map { outbox in
      meter.handle(.outbox(outbox), at: 0)
      return meter.progress?.thousandths
    }
  }

  @Test("a file that a message mentions twice weighs once") func mentionedTwice() {
    let photo = file("a", 2_000)
    let both = message(1, files: [photo, photo])
    #expect(numbers([[both, message(2)], [both]]) == [0, 250])
  }

  @Test("files without a path of this device weigh what they say, each") func withoutPath() {
    let file = File(byteCount: 1_000, upload: .waiting)
    let both = message(1, files: [file, file])
    #expect(numbers([[both, message(2)], [both]]) == [0, 250])
  }

  @Test("absurd sizes and percents stop nothing")
  func absurd() {
    let large = message(1, files: (0..<100).map { file("f\($0)", .max) })
    let none = message(2, files: [file("g", .min), file("h", 5, .uploading(percent: 900))])
    #expect(numbers([[large, none], [large], []]) == [0, 0, 1_000])
    let back = message(3, files: [file("i", 1_000, .uploading(percent: -7))])
    #expect(numbers([[back, message(4)], [back]]) == [0, 333])
  }

  @Test("the same id in two conversations is two messages") func twoConversations() {
    let (one, other) = (message(1), message(1, in: "k2"))
    #expect(numbers([[one, other], [other]]) == [0, 500])
  }

  /// The server has the message; the reaction to it was refused. Nothing holds up the answer.
  @Test("an answer to a sent message of which a change failed counts") func answerToSent() {
    var sent = message(1)
    sent.position = .confirmed(ServerPosition(serverTime: 1, timestamp: 1, remoteID: "s1"))
    sent.dependents = [
      Dependent(
        id: MessageID(high: 2, low: 1), action: .react("+"), sequence: 1,
        state: .failed(FailureReason(code: "forbidden")))
    ]
    var answer = message(2)
    answer.replyTo = .id(sent.id)
    #expect(numbers([[sent, answer]]) == [0])
  }

  @Test("it wants to be asked again while it is full, and at no other time") func deadline() {
    var meter = SendingMeter()
    #expect(meter.nextDeadline == nil)
    meter.handle(.outbox([message(1)]), at: 5)
    #expect(meter.nextDeadline == nil)
    meter.handle(.outbox([]), at: 7)
    #expect(meter.nextDeadline == 507)
    meter.handle(.outbox([]), at: 506)
    #expect(meter.progress == SendingProgress(measure: 1, thousandths: 1_000, remaining: 0))
    #expect(meter.progress?.fraction == 1)
    meter.handle(.clock, at: 507)
    #expect(meter.progress == nil)
    #expect(meter.nextDeadline == nil)
  }
}
