internal import Foundation
internal import MessagingCore
internal import MessagingModel

// The files of an edited message.
extension ComposerChecks {
  static func anotherCaption(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    var photos = try (1...3).map { try desk.picked("\($0).jpg", "photo \($0)") }
    for index in photos.indices {
      (photos[index].width, photos[index].height) = (30 + index, 90)
      photos[index].placeholder = "grey \(index)"
    }
    try await desk.send(.files([photos[0], photos[1]], kind: .photo, caption: "lok"), as: 1)
    let before = try await desk.files(of: 1)
    try desk.takeBack([photos[0], photos[1]])
    let outcome = try await desk.edit(
      1, before.map { .kept($0) } + [.added(photos[2])], "look", as: 11)
    try context.expect("the outcome", outcome, is: .done)
    let after = try await desk.files(of: 1)
    try context.expect("the kept files", Array(after.prefix(2)), is: before)
    try context.expect(
      "the contents of the files", await desk.contents(of: 1),
      is: ["photo 1", "photo 2", "photo 3"])
    guard case .media(let media) = try await desk.message(1)?.body else {
      throw Violation("the edited message has no files")
    }
    try context.expect("the caption", media.caption, is: "look")
    let turned = [after[2], after[0]].map { Draft.Edit.File.kept($0) }
    try await desk.edit(1, turned, "look", as: 12)
    try context.expect(
      "the files in another order", await desk.contents(of: 1), is: ["photo 3", "photo 1"])
  }

  static func fromAnotherDevice(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = Attachment(
      remote: "https://files.example/1", placeholder: "grey", byteCount: 5, width: 30, height: 90)
    let place = ServerPosition(serverTime: 1, timestamp: 1, remoteID: "s1")
    let sent = ReceivedMessage(
      conversation: "k1", position: place, id: ComposerDesk.id(1), sender: "me",
      body: .media(Body.Media(kind: .photo, attachments: [photo], caption: "lok")))
    _ = try await desk.store.apply([.receive(sent)])
    let outcome = try await desk.edit(1, [.kept(photo)], "look", as: 11)
    try context.expect("the outcome", outcome, is: .done)
    try context.expect("the kept file", try await desk.files(of: 1), is: [photo])
  }

  static func byTheStoreAndByAFile(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let (photo, other) = (try desk.picked("a.jpg", "one"), try desk.picked("b.jpg", "two"))
    try await desk.send(.files([photo], kind: .photo, caption: "look"), as: 1)
    try await desk.edit(
      1, desk.kept(of: 1) + [.added(try desk.picked("c.jpg", "edited"))], as: 12)
    let stored = try await desk.message(1)
    let kept = try await desk.kept(of: 1)
    func expectRefusal(_ who: String, _ files: [Draft.Edit.File]) async throws {
      let refusal = try await desk.refusal { try await desk.edit(1, files, "new", as: 11) }
      try context.expect(refusal != nil, "an edit that \(who) refused counts as accepted")
      try context.expect("the message after that", try await desk.message(1), is: stored)
      try context.expect("its files", await desk.contents(of: 1), is: ["one", "edited"])
      try desk.expectCopies([("two", 0)], "after an edit that \(who) refused")
    }
    desk.store.plan(.refusal)
    try await expectRefusal("the store", kept + [.added(other)])
    desk.store.plan(nil)
    try await expectRefusal(
      "a missing file", kept + [.added(other), .added(desk.removed("gone.jpg"))])
  }

  static func againUnderALaterOne(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "one")
    try await desk.send(.text("hello"), as: 1)
    try await desk.edit(1, [.added(photo)], as: 11)
    let (first, later) = (ComposerDesk.id(11), ComposerDesk.id(12))
    let place = ServerPosition(serverTime: 1, timestamp: 5, remoteID: "s1")
    _ = try await desk.store.apply([
      .acknowledge(ComposerDesk.key(1), place),
      .settle(OutboxKey(ComposerDesk.key(1), dependent: first), Version(order: 2)),
    ])
    try await desk.edit(1, [], "words", as: 12)
    let outcome = try await desk.edit(1, [.added(photo)], as: 11)
    try context.expect("the outcome of the first edit again", outcome, is: .unchanged)
    _ = try await desk.store.apply([
      .cancel(OutboxKey(ComposerDesk.key(1), dependent: later))
    ])
    try context.expect("the file after that", await desk.contents(of: 1), is: ["one"])
  }
}
