internal import Foundation
internal import MessagingCore
internal import MessagingModel

// What happens around the calls of a random history, and what has to hold after each step.
extension ComposerHistory {
  // MARK: - The picker

  /// Up to three new files, and sometimes one that cannot be copied.
  mutating func newParts(for place: Place) throws -> [Part] {
    var parts: [Part] = []
    for _ in 0..<random.below(4) {
      picks += 1
      let content = "file \(picks)"
      model.handOut(content, for: place)
      // All have one name, as a camera does it.
      let file = try desk.picked("\(picks)/IMG_0001.jpg", content)
      parts.append(Part(file: .added(file), content: content))
    }
    guard random.chance(1, of: 6) else { return parts }
    picks += 1
    let name = "\(picks)/bad.jpg"
    let bad: Part
    switch random.below(3) {
    case 0: bad = Part(file: .added(desk.removed(name)), content: nil, fault: "file-missing")
    case 1:
      bad = Part(file: .added(try desk.picked(name, "")), content: nil, fault: "file-empty")
    case _:
      bad = Part(file: .added(try desk.picked(name, nil)), content: nil, fault: "file-kind")
    }
    context.count(ComposerMark.bad.rawValue)
    parts.insert(bad, at: random.below(parts.count + 1))
    return parts
  }

  /// Some of the files that a message shows, in any order.
  mutating func keptParts(of place: Place) async throws -> [Part] {
    let shown = try await desk.files(of: place.number, in: place.conversation)
    let contents = model.entries[place]?.sayings.last?.files ?? []
    let parts = zip(shown, contents).map { Part(file: .kept($0), content: $1) }
    return Array(random.shuffled(parts).prefix(random.below(4)))
  }

  // MARK: - The store

  mutating func cancel() async throws {
    guard let place = random.pick(from: model.live.filter { !model.isSent($0) }) else { return }
    _ = try await desk.store.apply([.cancel(OutboxKey(place.key))])
    model.end(place, as: .cancelled)
    note(.cancelled, "cancel \(place.name)")
    if random.chance(1, of: 2) { await discard(place) }
  }

  /// Takes an edit back: what it hid is shown again.
  mutating func cancelEdit() async throws {
    guard let place = random.pick(from: model.live),
      let change = random.pick(from: model.pending(of: place))
    else { return }
    let key = OutboxKey(place.key, dependent: ComposerDesk.id(change))
    _ = try await desk.store.apply([.cancel(key)])
    model.cancel(change, at: place)
    note(.editCancelled, "cancel edit \(change) of \(place.name)")
  }

  /// The server has the message, and takes its oldest edit.
  mutating func answerOfTheServer() async throws {
    let edited = model.live.filter { model.pending(of: $0).count > 1 }
    guard let place = random.pick(from: edited) ?? random.pick(from: model.live) else { return }
    let number = Int64(trail.count + 1)
    if !model.isSent(place) {
      let answer = ServerPosition(
        serverTime: Timestamp(milliseconds: number), timestamp: 5,
        remoteID: RemoteID("s\(place.name)"))
      _ = try await desk.store.apply([.acknowledge(place.key, answer)])
      model.acknowledge(place)
      note(.acknowledged, "the server has \(place.name)")
    }
    guard let change = model.pending(of: place).first else { return }
    let key = OutboxKey(place.key, dependent: ComposerDesk.id(change))
    _ = try await desk.store.apply([.settle(key, Version(order: number))])
    model.settle(change, at: place)
    note(.settled, "the server has edit \(change) of \(place.name)")
  }

  mutating func delete() async throws {
    guard let place = random.pick(from: model.live) else { return }
    let id = ComposerDesk.id(place.number * 100 + 99)
    _ = try await desk.store.apply([.amend(place.key, id: id, .delete)])
    model.end(place, as: .deleted)
    note(.deleted, "delete \(place.name)")
  }

  // MARK: - The clean-up

  mutating func discard() async {
    if let place = random.pick(from: model.dead) { await discard(place) }
  }

  private mutating func discard(_ place: Place) async {
    await desk.composer.discard(place.key)
    model.discard(place)
    note(.discarded, "discard \(place.name)")
  }

  /// Nothing is as old as that.
  mutating func sweepOld() async throws {
    let before = copies()
    await desk.composer.sweep(unchangedFor: .seconds(3_600)) { _ in false }
    trail.append("sweep of what has not changed for an hour")
    try context.expect(
      copies() == before, "a sweep of what has not changed for an hour removes files")
  }

  mutating func sweepAll() async throws {
    let needed = model.needed
    await desk.composer.sweep(unchangedFor: .zero) { needed.contains($0) }
    model.sweep()
    note(.swept, "sweep of everything")
  }

  mutating func move() throws {
    guard !hasMoved else { return }
    hasMoved = true
    try desk.move()
    note(.moved, "move")
  }

  private mutating func note(_ mark: ComposerMark, _ line: String) {
    context.count(mark.rawValue)
    trail.append(line)
  }

  // MARK: - What has to hold

  /// How many copies of each content the directory of the app has.
  private func copies() -> [String: Int] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: desk.directory.path)) ?? []
    var copies: [String: Int] = [:]
    for name in names {
      let url = desk.directory.appendingPathComponent(name)
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      guard attributes?[.type] as? FileAttributeType == .typeRegular,
        let bytes = try? Data(contentsOf: url)
      else { continue }
      copies[String(decoding: bytes, as: UTF8.self), default: 0] += 1
    }
    return copies
  }

  func expectTruth() async throws {
    for place in ComposerHistory.places {
      let message = try await desk.message(place.number, in: place.conversation)
      switch model.entries[place]?.life {
      case nil, .cancelled:
        try context.expect(message == nil, "\(place.name) is stored, expected no message")
      case .deleted:
        try context.expect("the body of \(place.name)", message?.body, is: .redacted)
      case .live:
        try await expect(message, shows: model.entries[place]?.sayings.last, at: place)
      }
    }
    if let fault = model.fault(of: copies()) { throw Violation(fault) }
  }

  private func expect(
    _ message: Message?, shows saying: ComposerModel.Saying?, at place: Place
  ) async throws {
    var words: ExactString?
    if case .text(let text) = message?.body { words = text }
    if case .media(let media) = message?.body { words = media.caption }
    try context.expect(
      "what \(place.name) says", words?.string ?? "nothing", is: saying?.words ?? "nothing")
    try context.expect(
      "the files of \(place.name)",
      try await desk.contents(of: place.number, in: place.conversation), is: saying?.files ?? [])
    let pending = model.entries[place]?.sayings ?? []
    for dependent in message?.dependents ?? [] {
      guard case .edit(let body) = dependent.action,
        let saying = pending.first(where: { $0.change.map(ComposerDesk.id) == dependent.id })
      else { continue }
      try context.expect(
        "the files of an unsent edit of \(place.name)", desk.contents(of: body.attachments),
        is: saying.files)
    }
    for file in message?.body.attachments ?? [] {
      guard let path = file.localPath else { continue }
      do throws(SendError) {
        try await desk.composer.check(OwnedFile(path: path, byteCount: file.byteCount))
      } catch {
        throw Violation(
          "the check of \(path.text.string) of \(place.name) fails (\(error.code.string))")
      }
    }
  }
}
