internal import MessagingCore
internal import MessagingModel

/// Checks of the area ACT: what becomes of an action, and what the store shows of it.
enum ActingChecks {
  typealias Context = ActingDesk.Context

  /// The checks, by `ACT-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "ACT-001/four-messages": retriedMessages,
    "ACT-001/a-change": retriedChange,
    "ACT-001/one-of-two-changes": oneOfTwoChanges,
    "ACT-002/unsent-and-sent": cancelledMessages,
    "ACT-002/a-change": cancelledChange,
    "ACT-003/whose-and-which": edited,
    "ACT-003/nothing-to-write": editedToTheSame,
    "ACT-003/gone-meanwhile": goneMeanwhile,
    "ACT-003/refused-by-the-store": refusedByTheStore,
    "ACT-004/a-photo-and-a-payment": captions,
    "ACT-005/unsent-and-sent": deleted,
    "ACT-005/sent-meanwhile": deletedWhileItWasSent,
    "ACT-006/there-and-back": reactions,
    "ACT-006/that-the-server-has": reactionsOfTheServer,
    "ACT-007/forward-only": readings,
    "ACT-008/histories": histories,
  ]

  private static func id(_ number: Int) -> MessageID { ActingDesk.id(number) }

  static func retriedMessages(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    let retry = { number in try await desk.actions.retry(id(number), change: nil) }
    try await desk.expect(.unchanged, of: "retrying what waits") { try await retry(1) }
    try await desk.fail(1)
    try await desk.expect(.done, of: "retrying what failed") { try await retry(1) }
    try context.expect("its state", try await desk.message(1)?.delivery, is: .sending)
    try await desk.expect(.tooLate, of: "retrying what is sent") { try await retry(2) }
    try await desk.expect(.gone, of: "retrying what is not there") { try await retry(9) }
  }

  static func retriedChange(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    try await desk.expect(.done, of: "an edit") {
      try await desk.actions.edit(id(2), to: "2", as: id(20))
    }
    try await desk.fail(2, change: 20)
    try await desk.expect(.done, of: "retrying an edit that failed") {
      try await desk.actions.retry(id(2), change: id(20))
    }
    try context.expect(
      "the unsent changes", try await desk.changes(2), is: ["edit 20 waits"])
    try await desk.expect(.gone, of: "retrying an edit that is not there") {
      try await desk.actions.retry(id(2), change: id(21))
    }
  }

  static func cancelledMessages(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    let cancel = { number in try await desk.actions.cancel(id(number), change: nil) }
    try await desk.expect(.done, of: "cancelling what waits") { try await cancel(1) }
    try context.expect("the cancelled message", try await desk.message(1), is: nil)
    try await desk.expect(.gone, of: "cancelling it again") { try await cancel(1) }
    try await desk.expect(.tooLate, of: "cancelling what is sent") { try await cancel(2) }
    try context.expect("what is sent", try await desk.message(2)?.body, is: .text("two"))
  }

  static func cancelledChange(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    try await desk.expect(.done, of: "an edit") {
      try await desk.actions.edit(id(2), to: "2", as: id(20))
    }
    try await desk.expect(.gone, of: "cancelling another change") {
      try await desk.actions.cancel(id(2), change: id(21))
    }
    try await desk.expect(.done, of: "cancelling the edit") {
      try await desk.actions.cancel(id(2), change: id(20))
    }
    try context.expect("the message", try await desk.message(2)?.body, is: .text("two"))
    try context.expect("its unsent changes", try await desk.changes(2), is: [])
  }

  static func edited(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    for (number, outcome) in [(1, ActionOutcome.done), (2, .done), (3, .notEntitled), (9, .gone)] {
      let who = ["", "what waits", "what is sent", "what somebody else wrote"]
      let what = number < 4 ? who[number] : "what is not there"
      try await desk.expect(outcome, of: "an edit of \(what)") {
        try await desk.actions.edit(id(number), to: "new words", as: id(20 + number))
      }
    }
    for number in 1...3 {
      let expected: Body = .text(number == 3 ? "three" : "new words")
      try context.expect(
        "the message \(number)", try await desk.message(number)?.body, is: expected)
    }
    try await desk.expect(.done, of: "deleting") {
      try await desk.actions.delete(id(2), as: id(30))
    }
    try await desk.expect(.gone, of: "an edit of what is deleted") {
      try await desk.actions.edit(id(2), to: "newer words", as: id(31))
    }
  }

  static func editedToTheSame(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    let before = desk.store.batches
    for (number, text) in [(1, "one"), (2, "two")] {
      try await desk.expect(.unchanged, of: "an edit to the same words") {
        try await desk.actions.edit(id(number), to: text, as: id(20 + number))
      }
    }
    try context.expect("how much was written", desk.store.batches - before, is: 0)
  }

  static func captions(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    let file = Attachment(remote: "https://files/1", byteCount: 5)
    var media = Body.Media(kind: .photo, attachments: [file], caption: "look")
    var payment = Body.Payment(amount: 500, currency: "EUR", note: "lunch")
    try await desk.send(4, .media(media))
    try await desk.send(5, .payment(payment))
    for number in [4, 5] {
      try await desk.expect(.done, of: "an edit") {
        try await desk.actions.edit(id(number), to: "new words", as: id(20 + number))
      }
    }
    (media.caption, payment.note) = ("new words", "new words")
    try context.expect("the photo", try await desk.message(4)?.body, is: .media(media))
    try context.expect("the payment", try await desk.message(5)?.body, is: .payment(payment))
  }

  static func deleted(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    let delete = { number in try await desk.actions.delete(id(number), as: id(20 + number)) }
    try await desk.expect(.done, of: "deleting what waits") { try await delete(1) }
    try context.expect("what waited", try await desk.message(1), is: nil)
    try await desk.expect(.done, of: "deleting what is sent") { try await delete(2) }
    try context.expect("what was sent", try await desk.message(2)?.body, is: .redacted)
    try context.expect("its unsent changes", try await desk.changes(2), is: ["delete 22 waits"])
    try await desk.expect(.unchanged, of: "the same deletion again") { try await delete(2) }
    try await desk.expect(.gone, of: "deleting what is not there") { try await delete(9) }
  }

  static func reactions(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    let (actions, id) = (desk.actions, id)
    try await desk.expect(.done, of: "a reaction") {
      try await actions.react(to: id(3), with: "👍", as: id(20))
    }
    try context.expect("the own reactions", try await desk.reactions(3), is: ["👍"])
    try await desk.expect(.unchanged, of: "the same reaction again") {
      try await actions.react(to: id(3), with: "👍", as: id(20))
    }
    try await desk.expect(.done, of: "another reaction") {
      try await actions.react(to: id(3), with: "🎉", as: id(21))
    }
    try context.expect("both own reactions", try await desk.reactions(3), is: ["🎉", "👍"])
    try await desk.expect(.done, of: "removing the first one") {
      try await actions.unreact(to: id(3), with: "👍", as: id(22))
    }
    try context.expect("the own reactions after that", try await desk.reactions(3), is: ["🎉"])
    try await desk.expect(.gone, of: "a reaction to what is not there") {
      try await actions.react(to: id(9), with: "👍", as: id(23))
    }
  }

  static func readings(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    func read(_ number: Int, at time: Int64, _ outcome: ActionOutcome) async throws {
      try await desk.expect(outcome, of: "reading message \(number)") {
        try await desk.actions.markAsRead(upTo: id(number), at: Timestamp(milliseconds: time))
      }
    }
    // What somebody else has read is not the owner's marker.
    try await desk.note(readBy: "ann", 3)
    try await read(2, at: 70, .done)
    try context.expect("the marker", try await desk.marker(), is: "s2 at 70")
    try await read(3, at: 80, .done)
    let before = desk.store.batches
    for (number, outcome) in [(3, ActionOutcome.unchanged), (2, .unchanged), (1, .unchanged)] {
      try await read(number, at: 90, outcome)
    }
    try await read(9, at: 90, .gone)
    try context.expect("the marker at the end", try await desk.marker(), is: "s3 at 80")
    try context.expect("how much was written since", desk.store.batches - before, is: 0)
  }

  static func histories(_ context: Context) async throws {
    let tried = try await context.tryHistories("histories of actions", 25) { seed, number in
      var history = try await ActingHistory(
        context, SeededRandom(seed: seed, stream: "ACT/histories/\(number)"))
      try await history.play("seed \(seed), \(number)", steps: 20 + number * 7 % 40)
    }
    try context.expectMet(ActingMark.allCases, in: tried, enough: 25)
  }
}
