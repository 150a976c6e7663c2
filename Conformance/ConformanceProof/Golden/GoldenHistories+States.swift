internal import MessagingConformance
internal import MessagingModel

// States and what can happen in them, possible or not: each pair is a case.
extension GoldenFixtures {
  /// Each delivery state with each thing that can happen to a message of ours.
  static var deliveryStates: GoldenFixture {
    let key = OutboxKey(HistoryMove.key(1))
    let acknowledged = HistoryMove.acknowledge(1, "s1", 10, 5)
    let echo = HistoryMove.receive("s1", 10, 5, id: 1, by: "me", "c1")
    let failed = HistoryMove.change(.fail(key, FailureReason(code: "forbidden")))
    let states: [(String, [HistoryMove])] = [
      ("sending", []), ("failed", [failed]), ("sent", [acknowledged]),
      ("delivered", [acknowledged, status(.delivered)]), ("read", [acknowledged, status(.read)]),
    ]
    let edit = Dependent.Action.edit(.text("new"))
    let events: [(String, HistoryMove)] = [
      ("acknowledged", acknowledged), ("echoed", echo),
      ("echoed-without-id", .receive("s1", 10, 5, by: "me", "c1")), ("failed", failed),
      ("retried", .change(.retry(key))), ("cancelled", .change(.cancel(key))),
      ("edited", .change(.amend(HistoryMove.key(1), id: MessageID(high: 1, low: 1), edit))),
      ("delivered", status(.delivered)), ("read", status(.read)),
    ]
    return history(
      "delivery-states", covers: ["REPO-038", "REPO-039", "REPO-048"],
      about: [
        "Each state of a message of ours with each thing that can happen to it, possible or not:",
        "the rows before and after.",
      ],
      states.flatMap { state, before in
        events.map { event, move in
          HistoryFixture.Case(
            "\(state)-and-\(event)", [.send(1, at: 5)] + before + [.expect, move, .expect])
        }
      })
  }

  private static func status(_ state: DeliveryState) -> HistoryMove {
    .change(
      .relate(
        Relation(
          conversation: HistoryFixture.conversation, target: .remote("s1"), author: "ann",
          action: .status(state))))
  }

  /// Each state of a file with each news of its upload, and with what becomes of its message.
  static var attachmentStates: GoldenFixture {
    let (key, reason) = (HistoryMove.key(1), FailureReason(code: "too-large"))
    let file = { (state: UploadState, remote: ExactString?) in
      HistoryMove.change(.upload(key, file: photos[0], state, remote: remote))
    }
    let third = Change.upload(key, file: photos[2], .uploading(percent: 50), remote: nil)
    let done = file(.done, "https://media.example/1")
    let failed = file(.failed(reason), nil)
    let states: [(String, [HistoryMove])] = [
      ("waiting", []), ("uploading", [file(.uploading(percent: 40), nil)]),
      ("failed", [failed]), ("done", [done]),
      ("sent", [done, .acknowledge(1, "s1", 10, 5)]), ("edited", [turned]),
      ("edited-when-done", [done, turned]),
      ("edited-when-sent", [file(.waiting, nil), .acknowledge(1, "s1", 10, 5), turned]),
    ]
    let events: [(String, HistoryMove)] = [
      ("begins-anew", file(.waiting, nil)), ("goes-on", file(.uploading(percent: 60), nil)),
      ("goes-back", file(.uploading(percent: 20), nil)), ("fails", failed),
      ("is-done", done), ("is-done-elsewhere", file(.done, "https://media.example/2")),
      ("is-done-without-a-name", file(.done, nil)),
      ("hears-of-a-third-file", .change(third)),
      ("message-fails", .change(.fail(OutboxKey(key), reason))),
      ("message-is-retried", .change(.retry(OutboxKey(key)))),
      ("message-is-cancelled", .change(.cancel(OutboxKey(key)))),
    ]
    return history(
      "attachment-states", covers: ["REPO-011", "REPO-048"],
      about: [
        "A message with two files. Each state of the first one with each news of it, and with what",
        "happens to the message; the second one waits. An unsent edit has them in another order.",
      ],
      states.flatMap { state, before in
        events.map { event, move in
          HistoryFixture.Case(
            "\(state)-then-\(event)", [.change(.enqueue(twoPhotos))] + before + [move, .expect])
        }
      })
  }

  private static let photos = ["a", "b", "c"].map { ScriptNames.path("photos/\($0).jpg") }

  private static var twoPhotos: OutgoingMessage {
    OutgoingMessage(
      key: HistoryMove.key(1), timestamp: 5, body: album([photos[0], photos[1]], "look"))
  }

  /// An edit that keeps both files.
  private static var turned: HistoryMove {
    let edit = Dependent.Action.edit(album([photos[1], photos[0]], "see"))
    return .change(.amend(HistoryMove.key(1), id: MessageID(high: 1, low: 1), edit))
  }

  private static func album(_ paths: [RelativePath], _ caption: ExactString) -> Body {
    let files = paths.map { Attachment(localPath: $0, byteCount: 1_000, upload: .waiting) }
    return .media(Body.Media(kind: .photo, attachments: files, caption: caption))
  }
}
