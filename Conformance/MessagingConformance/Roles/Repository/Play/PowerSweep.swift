internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// Loses power at the moments of a recording, and opens what is left.
struct PowerSweep {
  /// At which moments power is lost, and what is lost with it.
  enum Reach {
    /// After each returned call: nothing is lost.
    case kept
    /// After each returned call: all unsynced bytes are lost.
    case answeredBytes
    /// After each returned call: all unsynced names are lost.
    case answeredNames
    /// After every disk step: once everything unsynced is lost, and once another kind, in turn.
    case everyStep
    /// After every disk step: each kind of loss, and `random` losses of each random kind.
    case everyStepEachKind(random: Int)
  }

  let recording: PowerRecording
  let subject: any RepositorySubject
  let seed: UInt64
  /// How many moments were tried, and how often a store was opened after a loss.
  private(set) var pointCount = 0
  private(set) var lossCount = 0
  private var seen: Set<Image> = []

  /// The files that are left, and the states that they may show.
  private struct Image: Hashable {
    let files: [String: [UInt8]]
    let allowed: [[String]]
  }

  init(_ recording: PowerRecording, _ subject: any RepositorySubject, seed: UInt64) {
    (self.recording, self.subject, self.seed) = (recording, subject, seed)
  }

  /// - Throws: `Violation` for the first loss that leaves the store in a state that is not allowed.
  mutating func run(_ reach: Reach, _ heartbeat: Heartbeat) async throws {
    var model = DiskModel()
    for count in 0...recording.steps.count {
      if count > 0 { model.apply(recording.steps[count - 1]) }
      let cut = recording.cut(after: count)
      let losses = losses(at: cut, reach)
      if !losses.isEmpty { pointCount += 1 }
      for loss in losses {
        let image = Image(files: model.survivors(of: loss), allowed: cut.allowed)
        guard seen.insert(image).inserted else { continue }
        lossCount += 1
        await heartbeat.pause()
        try await look(at: image, cut, loss)
      }
    }
  }

  private func losses(at cut: PowerRecording.Cut, _ reach: Reach) -> [PowerLoss] {
    switch reach {
    case .kept: return cut.isAnswered ? [.nothing] : []
    case .answeredBytes: return cut.isAnswered ? [.bytes] : []
    case .answeredNames: return cut.isAnswered ? [.names] : []
    case .everyStep:
      let others = [.nothing, .bytes, .names] + drawn(1, at: cut) + drawn(1, at: cut)
      return [.everything, others[cut.stepCount % others.count]]
    case .everyStepEachKind(let random):
      return [.nothing, .bytes, .names, .everything] + drawn(random, at: cut)
    }
  }

  private func drawn(_ count: Int, at cut: PowerRecording.Cut) -> [PowerLoss] {
    (0..<count).flatMap { number -> [PowerLoss] in
      let name = "power/\(cut.stepCount)/\(number)"
      return [
        .tail(SeededRandom(seed: seed, stream: "\(name)/tail")),
        .some(SeededRandom(seed: seed, stream: "\(name)/some")),
      ]
    }
  }

  /// Opens the store after a loss of power. In some cases it also loses power during opening, or
  /// writes to the store afterwards.
  private mutating func look(
    at image: Image, _ cut: PowerRecording.Cut, _ loss: PowerLoss
  ) async throws {
    let disk = WatchedDisk()
    let what = words(cut, loss)
    let found = try await state(of: image.files, disk, what, goesOn: lossCount % 64 == 32)
    try expect(found, image.allowed, what)
    guard lossCount % 64 == 0 else { return }
    var model = DiskModel(image.files)
    for (number, step) in disk.steps.enumerated() {
      model.apply(step)
      let again =
        "\(what) and everything unsynced once more after step \(number + 1) of opening "
        + "the rest (\(step.words))"
      lossCount += 1
      let left = model.survivors(of: .everything)
      try expect(try await state(of: left, WatchedDisk(), again), [found], again)
    }
  }

  /// The state of a store that opens these files.
  private func state(
    of files: [String: [UInt8]], _ disk: WatchedDisk, _ what: String, goesOn: Bool = false
  ) async throws -> [String] {
    let environment = ConformanceEnvironment(seed: seed, disk: disk)
    for (name, bytes) in files {
      try Data(bytes).write(to: environment.file(name))
    }
    var session = Session(subject, in: environment)
    do {
      try await session.open()
      let state = try await session.dump(recording.conversations)
      if goesOn { try await goOn(session) }
      await session.close()
      return state
    } catch {
      await session.close()
      throw Violation("\(what), the store cannot be used: \(error)")
    }
  }

  /// Applies another change; the surviving store must accept it.
  private func goOn(_ session: Session) async throws {
    var names = ScriptNames()
    let script: Script<ScenarioRun> = try StoreLanguage.language.script(["send c99 \"after\""])
    guard case .apply(let changes)? = script.moments.first?.steps.first?.action(&names) else {
      return
    }
    _ = try await session.repository.apply(changes)
  }

  private func expect(
    _ state: [String], _ allowed: [[String]], _ what: String
  ) throws {
    guard !allowed.contains(state) else { return }
    let wanted = allowed.count == 1 ? "after it" : "before or after it"
    throw Violation(
      "\(what), the store is not as \(wanted)",
      comparison: Comparison(expected: allowed.last ?? [], actual: state))
  }

  private func words(_ cut: PowerRecording.Cut, _ loss: PowerLoss) -> String {
    let call = cut.phase.words
    guard !cut.isAnswered else {
      return "power was lost when \(call) had returned; lost was \(loss.words)"
    }
    let step = cut.stepCount == 0 ? "nothing yet" : recording.steps[cut.stepCount - 1].words
    return "power was lost in \(call) after step \(cut.stepCount - cut.phase.steps.lowerBound) of "
      + "\(cut.phase.steps.count) (\(step)); lost was \(loss.words)"
  }
}
