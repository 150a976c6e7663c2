internal import Foundation
internal import MessagingCore
internal import MessagingModel

extension ComposerChecks {
  /// After every call of a random history, each file that the store names can be read.
  static func histories(_ context: Context) async throws {
    let tried = try await context.tryHistories("histories of drafts", 60) { seed, number in
      var history = try ComposerHistory(
        context, SeededRandom(seed: seed, stream: "DRAFT/histories/\(number)"))
      try await history.play("seed \(seed), \(number)", steps: 20 + number * 7 % 40)
    }
    try context.expectMet(ComposerMark.allCases, in: tried, enough: 50)
  }
}

/// One random history: the screens, the picker, the store and the clean-up around a composer.
struct ComposerHistory {
  typealias Place = ComposerModel.Place
  typealias Trouble = TroubledRepository.Trouble

  private enum Step {
    case send, edit, cancel, cancelEdit, answer, delete, discard, sweepOld, sweepAll, move
  }

  /// A file of a draft or an edit.
  struct Part {
    let file: Draft.Edit.File
    /// What it contains; `nil` for a file that cannot be copied.
    let content: String?
    /// Why it cannot be copied; empty if it can.
    var fault = ""

    /// The file that the picker handed out; `nil` for a kept one.
    var picked: Draft.File? { if case .added(let file) = file { file } else { nil } }
  }

  static let places = ["k1", "k2"].flatMap { chat in
    (1...5).map { Place(number: $0, conversation: ConversationID(ExactString(chat))) }
  }

  let context: ComposerDesk.Context
  var desk: ComposerDesk
  var random: SeededRandom
  var model = ComposerModel()
  var picks = 0
  var hasMoved = false
  /// What happened, for the report of a violation.
  var trail: [String] = []

  init(_ context: ComposerDesk.Context, _ random: SeededRandom) throws {
    (self.context, self.random) = (context, random)
    desk = try ComposerDesk(context)
  }

  mutating func play(_ name: String, steps: Int) async throws {
    do {
      for _ in 1...steps {
        try await step()
        try await expectTruth()
      }
      try await sweepAll()
      try await expectTruth()
    } catch {
      throw error.asViolation(ComposerChecks.words, after: [name] + trail)
    }
  }

  private mutating func step() async throws {
    let weights: [(kind: Step, weight: Int)] = [
      (.send, 250), (.edit, 280), (.cancel, 60), (.cancelEdit, 90), (.answer, 110), (.delete, 40),
      (.discard, 50), (.sweepOld, 30), (.sweepAll, 60),
    ]
    switch random.pick(weights, rest: .move) {
    case .send: try await send()
    case .edit: try await edit()
    case .cancel: try await cancel()
    case .cancelEdit: try await cancelEdit()
    case .answer: try await answerOfTheServer()
    case .delete: try await delete()
    case .discard: await discard()
    case .sweepOld: try await sweepOld()
    case .sweepAll: try await sweepAll()
    case .move: try move()
    }
  }

  // MARK: - The screens

  private mutating func send() async throws {
    let place = random.pick(from: ComposerHistory.places) ?? ComposerHistory.places[0]
    let parts = try newParts(for: place)
    let refusal = fault(of: parts)
    let life = model.entries[place]?.life
    var expected: [String]
    switch life {
    case nil: expected = refusal.map { [$0] } ?? []
    case .live: expected = ["unchanged"]
    case .deleted: expected = ["unchanged", "gone"]
    case .cancelled: expected = ["gone"]
    }
    // Whether a bad file or the end of the message is noticed first is up to the composer.
    if life == .deleted || life == .cancelled { expected += [refusal].compactMap(\.self) }
    if life != nil { context.count(ComposerMark.again.rawValue) }
    let isNew = life == nil && refusal == nil
    let trouble = isNew ? someTrouble() : nil
    if isNew { expected = answers(to: trouble) }
    let words = "words \(trail.count)"
    let (desk, files) = (self.desk, parts.compactMap(\.picked))
    let content: Draft.Content =
      files.isEmpty ? .text(words) : .files(files, kind: .photo, caption: words)
    let call = { try await desk.send(content, as: place.number, in: place.conversation) }
    try await expect(expected, of: "send \(place.name)", parts, trouble, call)
    let contents = parts.compactMap(\.content)
    if isNew, trouble != .refusal {
      context.count(ComposerMark.sent.rawValue)
      model.store(ComposerModel.Saying(change: nil, words: words, files: contents), at: place)
      try desk.takeBack(files)
    } else {
      model.ban(contents)
    }
    try await outage(trouble, call)
  }

  private mutating func edit() async throws {
    let isAnywhere = random.chance(1, of: 6)
    let among = isAnywhere ? ComposerHistory.places : model.live
    guard let place = random.pick(from: among) else { return }
    let entry = model.entries[place].flatMap { $0.life == .live ? $0 : nil }
    let known = random.chance(1, of: 3) ? random.pick(from: entry?.changes.sorted() ?? []) : nil
    let change = known ?? place.number * 100 + random.number(in: 1...4)
    let kept = entry == nil ? [] : try await keptParts(of: place)
    let new = try newParts(for: place)
    let parts = random.shuffled(kept + new)
    let refusal = fault(of: parts)
    let isRepeated = entry?.changes.contains(change) ?? false
    let isNew = entry != nil && !isRepeated && refusal == nil
    let trouble = isNew ? someTrouble() : nil
    var expected = [refusal].compactMap(\.self)
    if isNew { expected = answers(to: trouble) }
    if entry == nil { expected.append("gone") }
    if isRepeated {
      expected.append("unchanged")
      context.count(ComposerMark.editedAgain.rawValue)
      if !model.pending(of: place).contains(change), !model.pending(of: place).isEmpty {
        context.count(ComposerMark.editedAgainBelow.rawValue)
      }
    }
    let words = "words \(trail.count)"
    let (desk, files) = (self.desk, parts.map(\.file))
    let call = {
      try await desk.edit(place.number, files, words, as: change, in: place.conversation)
    }
    try await expect(expected, of: "edit \(place.name) as \(change)", parts, trouble, call)
    let added = parts.filter { $0.picked != nil }
    if isNew, trouble != .refusal {
      context.count(ComposerMark.edited.rawValue)
      if added.count < parts.count { context.count(ComposerMark.kept.rawValue) }
      model.store(
        ComposerModel.Saying(
          change: change, words: words, files: parts.compactMap(\.content)), at: place)
      try desk.takeBack(added.compactMap(\.picked))
    } else {
      model.ban(added.compactMap(\.content))
    }
    try await outage(trouble, call)
  }

  /// While the store cannot be read, the screen calls again, and the picker's files are gone.
  /// Whatever it is told, nothing changes.
  private mutating func outage(
    _ trouble: Trouble?, _ call: () async throws -> ActionOutcome
  ) async throws {
    if trouble == .lostAnswerAndReads, random.chance(2, of: 3) {
      let found = try await answer(of: call)
      trail.append("again, unreadable: \(found)")
    }
    desk.store.plan(nil)
  }

  // MARK: - What they are told

  private mutating func someTrouble() -> Trouble? {
    let weights: [(kind: Trouble?, weight: Int)] = [
      (Trouble.refusal, 150), (Trouble.lostAnswer, 120), (Trouble.lostAnswerAndReads, 120),
    ]
    return random.pick(weights, rest: nil)
  }

  /// What the first call with an identity may be told. After a lost answer a composer may ask the
  /// store what became of the call.
  private func answers(to trouble: Trouble?) -> [String] {
    switch trouble {
    case nil: ["done"]
    case .refusal: ["refused"]
    // A composer may try the same batch again.
    case .lostAnswer, .lostAnswerAndReads: ["refused", "done", "unchanged"]
    }
  }

  private func fault(of parts: [Part]) -> String? {
    parts.firstIndex { !$0.fault.isEmpty }.map { "file \($0) \(parts[$0].fault)" }
  }

  private func answer(of call: () async throws -> ActionOutcome) async throws -> String {
    do {
      return "\(try await call())"
    } catch let refusal as DraftRefusal {
      if case .file(let index, let error) = refusal { return "file \(index) \(error.code.string)" }
      return "refused"
    }
  }

  private mutating func expect(
    _ expected: [String], of what: String, _ parts: [Part], _ trouble: Trouble?,
    _ call: () async throws -> ActionOutcome
  ) async throws {
    switch trouble {
    case nil: break
    case .refusal: context.count(ComposerMark.refused.rawValue)
    case .lostAnswer: context.count(ComposerMark.lost.rawValue)
    case .lostAnswerAndReads: context.count(ComposerMark.unreadable.rawValue)
    }
    desk.store.plan(trouble)
    let found = try await answer(of: call)
    let files = parts.map { $0.content ?? $0.fault }.joined(separator: ", ")
    let met = trouble.map { ", the store: \($0)" } ?? ""
    trail.append("\(what) [\(files)]\(met): \(found)")
    try context.expect(
      expected.contains(found),
      "\(what) is told '\(found)', expected \(expected.joined(separator: " or "))")
  }
}
