internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// Checks of the area DRAFT: what a composer stores and refuses.
enum ComposerChecks {
  typealias Context = ComposerDesk.Context

  /// The checks, by `DRAFT-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "DRAFT-001/before-it-is-stored": beforeItIsStored,
    "DRAFT-001/through-a-link": throughALink,
    "DRAFT-001/before-an-edit-is-stored": beforeAnEditIsStored,
    "DRAFT-002/after-an-update": afterAnUpdate,
    "DRAFT-003/second-of-two": secondOfTwo,
    "DRAFT-004/which-and-why": whichAndWhy,
    "DRAFT-005/refused-by-the-store": refusedByTheStore,
    "DRAFT-006/when-the-picker-is-gone": whenThePickerIsGone,
    "DRAFT-006/two-at-once": twoAtOnce,
    "DRAFT-006/with-another-file": withAnotherFile,
    "DRAFT-007/sent-after-it-was-cancelled": sentAfterItWasCancelled,
    "DRAFT-007/before-it-was-discarded": beforeItWasDiscarded,
    "DRAFT-008/nothing-to-send": nothingToSend,
    "DRAFT-008/exactly-the-limit": exactlyTheLimit,
    "DRAFT-009/left": left,
    "DRAFT-009/stored-before": storedBefore,
    "DRAFT-010/field-by-field": fieldByField,
    "DRAFT-011/same-names": sameNames,
    "DRAFT-012/another-caption": anotherCaption,
    "DRAFT-012/from-another-device": fromAnotherDevice,
    "DRAFT-013/by-the-store-and-by-a-file": byTheStoreAndByAFile,
    "DRAFT-014/four-outcomes": fourOutcomes,
    "DRAFT-014/again-under-a-later-one": againUnderALaterOne,
    "DRAFT-015/missing-empty-shorter": missingEmptyShorter,
    "DRAFT-016/needed-unneeded-new": neededUnneededNew,
    "DRAFT-016/after-a-crash": afterACrash,
    "DRAFT-016/old-and-new": oldAndNew,
    "DRAFT-016/begun-meanwhile": begunMeanwhile,
    "DRAFT-017/with-those-of-edits": withThoseOfEdits,
    "DRAFT-018/secret-words": secretWords,
    "DRAFT-019/stored-all-the-same": storedAllTheSame,
    "DRAFT-020/histories": histories,
  ]

  static func nothingToSend(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "photo")
    let many = Array(repeating: photo, count: Limits.attachments + 1)
    let drafts: [(name: String, content: Draft.Content)] = [
      ("an empty text", .text("")), ("no files", .files([], kind: .photo, caption: "look")),
      ("too many files", .files(many, kind: .photo)),
      ("an amount of zero", .payment(Body.Payment(amount: 0, currency: "EUR"))),
      ("an amount below zero", .payment(Body.Payment(amount: -1, currency: "EUR"))),
      ("no currency", .payment(Body.Payment(amount: 1, currency: ""))),
    ]
    for (name, content) in drafts {
      let refusal = try await desk.refusal { try await desk.send(content, as: 1) }
      try context.expect(refusal != nil, "a draft with \(name) is accepted, expected a refusal")
      try context.expect("the message of a draft with \(name)", try await desk.message(1), is: nil)
    }
    try await desk.send(.text("hello"), as: 2)
    let said = try await desk.message(2)
    let added = many.map { Draft.Edit.File.added($0) }
    for (name, files) in [("nothing in it", []), ("too many files", added)] {
      let refusal = try await desk.refusal { try await desk.edit(2, files, as: 3) }
      try context.expect(refusal != nil, "an edit with \(name) is accepted, expected a refusal")
      try context.expect(
        "the message after an edit with \(name)", try await desk.message(2), is: said)
    }
    try desk.expectCopies([("photo", 0)], "after refused drafts")
  }

  static func exactlyTheLimit(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photos = try (1...Limits.attachments).map { try desk.picked("\($0).jpg", "photo \($0)") }
    try await desk.send(.files(photos, kind: .photo), as: 1)
    try context.expect("the number of files", await desk.files(of: 1).count, is: photos.count)
    let outcome = try await desk.edit(1, Array(desk.kept(of: 1).prefix(1)), as: 2)
    try context.expect("the outcome of an edit without words", outcome, is: .done)
  }

  static func left(_ context: Context) async throws {
    let reason = FailureReason(code: "left", text: "You left this group.")
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "photo")
    let other = try desk.picked("b.jpg", "another photo")
    try await desk.send(.text("hello"), as: 1, in: "k2")
    let stored = try await desk.message(1, in: "k2")
    desk.obstacles.withLock { $0 = ["k2": reason] }
    func expectRefusal(_ what: String, _ call: () async throws -> ActionOutcome) async throws {
      let refusal = try await desk.refusal(of: call)
      var found: FailureReason?
      if case .notPossible(let given) = refusal { found = given }
      try context.expect("the reason why \(what) is refused", found, is: reason)
    }
    try await expectRefusal("a draft") {
      try await desk.send(.files([photo], kind: .photo), as: 5, in: "k2")
    }
    try await expectRefusal("a text") { try await desk.send(.text("hello"), as: 3, in: "k2") }
    try await expectRefusal("a payment") {
      let payment = Body.Payment(amount: 5, currency: "EUR")
      return try await desk.send(.payment(payment), as: 4, in: "k2")
    }
    try await expectRefusal("an edit") {
      try await desk.edit(1, [.added(other)], as: 2, in: "k2")
    }
    try context.expect(
      "the message after an edit", try await desk.message(1, in: "k2"), is: stored)
    for number in [3, 4, 5] {
      try context.expect(
        "message \(number)", try await desk.message(number, in: "k2"), is: nil)
    }
    try desk.expectCopies([("photo", 0), ("another photo", 0)], "where nothing can be sent")
    try await desk.send(.files([photo], kind: .photo), as: 1)
    try await desk.edit(1, [.added(other)], as: 2)
    try context.expect(
      "the files where something can be sent", await desk.contents(of: 1), is: ["another photo"])
  }

  static func storedBefore(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "photo")
    try context.expect(
      "the outcome of a draft",
      try await desk.send(.files([photo], kind: .photo), as: 1), is: .done)
    try context.expect(
      "the outcome of an edit", try await desk.edit(1, desk.kept(of: 1), "look", as: 11), is: .done)
    desk.obstacles.withLock { $0 = ["k1": FailureReason(code: "left")] }
    try context.expect(
      "the outcome of the same draft again",
      try await desk.send(.files([photo], kind: .photo), as: 1), is: .unchanged)
    try context.expect(
      "the outcome of the same edit again",
      try await desk.edit(1, desk.kept(of: 1), "look", as: 11), is: .unchanged)
  }

  static func fieldByField(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    var wide = try desk.picked("a.jpg", "wide")
    (wide.placeholder, wide.width, wide.height) = ("blurred", 40, 30)
    var tall = try desk.picked("b.jpg", "very tall")
    (tall.placeholder, tall.width, tall.height) = ("grey", 30, 90)
    let payment = Body.Payment(amount: 1_250, currency: "EUR", note: "lunch")
    let contents: [Draft.Content] = [
      .text("a text"), .files([wide, tall], kind: .audio, caption: "look"), .payment(payment),
    ]
    for (index, content) in contents.enumerated() {
      let draft = Draft(content, in: "k1", replyTo: .remote("s1"), threadRoot: .remote("s0"))
      _ = try await desk.composer.send(
        draft, as: ComposerDesk.id(index + 1), at: Timestamp(milliseconds: Int64(11 + index)))
    }
    let messages = [
      try await desk.message(1), try await desk.message(2), try await desk.message(3),
    ].compactMap(\.self)
    try context.expect("the number of stored messages", messages.count, is: 3)
    try context.expect("the times", messages.map(\.timestamp.milliseconds), is: [11, 12, 13])
    try context.expect("the text", messages[0].body, is: .text("a text"))
    for message in messages {
      try context.expect("the reply target", message.replyTo, is: .remote("s1"))
      try context.expect("the thread", message.threadRoot, is: .remote("s0"))
    }
    try context.expect("the payment", messages[2].body, is: .payment(payment))
    guard case .media(let media) = messages[1].body else {
      throw Violation("a draft with files is stored without them")
    }
    try context.expect("the kind of the files", media.kind, is: .audio)
    try context.expect("the caption", media.caption, is: "look")
    try context.expect(
      "the files",
      media.attachments.map { file in
        "\(file.width)x\(file.height) \(file.byteCount) \(file.placeholder?.string ?? "-") "
          + "\(file.upload)"
      }, is: ["40x30 4 blurred waiting", "30x90 9 grey waiting"])
    try context.expect("their contents", await desk.contents(of: 2), is: ["wide", "very tall"])
    try await desk.edit(2, [.added(tall)], as: 21)
    let added = try await desk.files(of: 2).map {
      "\($0.width)x\($0.height) \($0.byteCount) \($0.placeholder?.string ?? "-") \($0.upload)"
    }
    try context.expect("the file of an edit", added, is: ["30x90 9 grey waiting"])
    guard case .media(let edited) = try await desk.message(2)?.body else {
      throw Violation("an edit with a file is stored without it")
    }
    try context.expect("the kind of an edited file", edited.kind, is: .photo)
  }

  static func fourOutcomes(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "photo")
    try await desk.send(.text("mine"), as: 1)
    try await desk.send(.text("deleted"), as: 2)
    let theirs = ReceivedMessage(
      conversation: "k1",
      position: ServerPosition(serverTime: 1, timestamp: 1, remoteID: "s1"),
      id: ComposerDesk.id(3), sender: "bob", body: .text("theirs"))
    _ = try await desk.store.apply([
      .receive(theirs), .amend(ComposerDesk.key(2), id: ComposerDesk.id(12), .delete),
    ])
    func expect(_ outcome: ActionOutcome, _ what: String, of number: Int) async throws {
      let found = try await desk.edit(
        number, [.added(photo)], "new words", as: 20 + number)
      try context.expect("the outcome for \(what)", found, is: outcome)
    }
    try await expect(.done, "an own message", of: 1)
    let shown = try await desk.message(1)
    try await expect(.unchanged, "the same edit again", of: 1)
    try context.expect("the message after that", try await desk.message(1), is: shown)
    try await expect(.notEntitled, "a message of somebody else", of: 3)
    try context.expect(
      "what somebody else wrote", try await desk.message(3)?.body, is: .text("theirs"))
    try await expect(.gone, "a deleted message", of: 2)
    try context.expect("the deleted message", try await desk.message(2)?.body, is: .redacted)
    try await expect(.gone, "an unknown message", of: 4)
    try desk.expectCopies([("photo", 1)], "after one edit that was stored")
    try desk.takeBack([photo])
    try await expect(.unchanged, "the same edit after its picker", of: 1)
    try await desk.edit(1, [], "later words", as: 13)
    try await expect(.unchanged, "the same edit under a later one", of: 1)
    try context.expect(
      "the message after that", try await desk.message(1)?.body, is: .text("later words"))
  }

  static func secretWords(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "photo")
    try await desk.send(.text("hello"), as: 9)
    let payment = Body.Payment(amount: 5, currency: "EUR", note: "xyzzy")
    let calls: [(name: String, call: () async throws -> ActionOutcome)] = [
      ("a text", { try await desk.send(.text("xyzzy"), as: 1) }),
      (
        "a caption",
        { try await desk.send(.files([photo], kind: .photo, caption: "xyzzy"), as: 2) }
      ),
      ("a payment", { try await desk.send(.payment(payment), as: 3) }),
      ("an edit", { try await desk.edit(9, [], "xyzzy", as: 4) }),
      (
        "a missing file of an edit",
        { try await desk.edit(9, [.added(desk.removed("c.jpg"))], "xyzzy", as: 6) }
      ),
      ("no files", { try await desk.send(.files([], kind: .photo, caption: "xyzzy"), as: 7) }),
      (
        "a missing file",
        {
          try await desk.send(
            .files([desk.removed("b.jpg")], kind: .photo, caption: "xyzzy"), as: 5)
        }
      ),
    ]
    for (name, call) in calls {
      desk.store.plan(.refusal)
      guard let refusal = try await desk.refusal(of: call) else {
        throw Violation("\(name) that the store refuses is accepted")
      }
      for text in ["\(refusal)", refusal.userMessage, String(reflecting: refusal)] {
        try context.expect(
          !text.contains("xyzzy"), "the refusal of \(name) quotes what somebody wrote")
      }
    }
  }
}
