internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// Makes the disk refuse one step of a call, at each step of it, and checks the state that is left.
struct DiskFaultSweep {
  /// What the sweep checks.
  enum Look {
    /// The call's result, and the store's state, before and after the store is opened again.
    case told
    /// The same call on the same handle, once the disk accepts it.
    case again
    /// Reads while the disk refuses to return bytes.
    case read
  }

  /// A call, and the files of the store before it.
  private struct Scene {
    let words: String
    /// The step to perform; `nil` for opening the store.
    let moment: Script<ScenarioRun>.Moment?
    let files: [String: [UInt8]]
    let before: [String]
    let after: [String]
  }

  private let subject: any RepositorySubject
  private let seed: UInt64
  private let conversations: [ConversationID]
  private let scenes: [Scene]
  /// How many steps the disk refused so far.
  private(set) var faultCount = 0

  /// Prepares every line that uses the disk, and opening the store.
  init(_ lines: [String], on subject: any RepositorySubject, seed: UInt64) async throws {
    let recording = try await PowerRecording(of: lines, on: subject, seed: seed)
    let script: Script<ScenarioRun> = try StoreLanguage.language.script(lines)
    let moments: [Script<ScenarioRun>.Moment?] = [nil] + script.moments
    (self.subject, self.seed) = (subject, seed)
    conversations = recording.conversations
    var model = DiskModel()
    var done = 0
    scenes = zip(recording.phases, moments).compactMap { phase, moment in
      for step in recording.steps[done..<phase.steps.lowerBound] { model.apply(step) }
      done = phase.steps.lowerBound
      guard !phase.steps.isEmpty, moment?.source != "reopen" else { return nil }
      return Scene(
        words: phase.words, moment: moment, files: model.survivors(of: .nothing),
        before: phase.before, after: phase.after)
    }
  }

  /// - Parameters:
  ///   - kinds: the kinds of faults; each call gets one of them, in turn, if `byTurns` is true.
  ///   - every: 1 refuses each step, 2 every second one, and so on.
  /// - Throws: `Violation` for the first refusal that the store does not report, or that leaves a
  ///   state in between.
  mutating func run(
    _ look: Look, _ kinds: [DiskFault.Kind], byTurns: Bool, every: Int, _ heartbeat: Heartbeat
  ) async throws {
    for (place, scene) in scenes.enumerated() {
      for kind in byTurns ? [kinds[place % kinds.count]] : kinds {
        let met = try await stepsConcerned(scene, look, kind)
        for number in met where number % every == place % every {
          await heartbeat.pause()
          try await refuse(scene, look, DiskFaultPlan(kind, at: number))
        }
      }
    }
  }

  /// The numbers of the call's disk steps that this kind of fault can affect.
  private func stepsConcerned(
    _ scene: Scene, _ look: Look, _ kind: DiskFault.Kind
  ) async throws -> Range<Int> {
    let disk = WatchedDisk(plan: DiskFaultPlan(kind, at: .max))
    var run = try prepare(scene.files, disk)
    try await run.session.open()
    let opened = disk.concernedCount
    switch look {
    case .read: _ = try await run.session.dump(conversations)
    case .told, .again: if let moment = scene.moment { try await run.perform(moment) }
    }
    let done = disk.concernedCount
    await run.session.close()
    let isWhole = scene.moment == nil || look == .read
    return (isWhole ? 1 : opened + 1)..<(done + 1)
  }

  private mutating func refuse(
    _ scene: Scene, _ look: Look, _ plan: DiskFaultPlan
  ) async throws {
    let disk = WatchedDisk(plan: plan)
    var run = try prepare(scene.files, disk)
    let isOpen = (try? await run.session.open()) != nil
    var files: [String: [UInt8]] = [:]
    var allowed = [scene.before, scene.after]
    do {
      switch look {
      case .read:
        allowed = [scene.before]
        if isOpen { try await read(scene, run, disk) }
      case .told, .again:
        guard isOpen else { break }
        allowed = try await call(scene, &run, disk)
        guard look == .again else { break }
        try await again(scene, &run, disk)
        allowed = [scene.after]
      }
      // The files as another handle would find them, while this one lives or after its process
      // died.
      files = try left(in: run.session.environment)
    } catch {
      await run.session.close()
      throw error
    }
    await run.session.close()
    guard disk.firstFault != nil else { return }
    faultCount += 1
    let what = words(scene, disk)
    var next = try prepare(files, WatchedDisk())
    do { try await next.session.open() } catch {
      throw Violation("\(what); then the store cannot be opened: \(error)")
    }
    let state = try await dump(next, what)
    await next.session.close()
    try expect(state, allowed, "\(what); the store, opened anew,")
  }

  /// Reads. A read may fail, but must not return wrong content.
  private func read(_ scene: Scene, _ run: ScenarioRun, _ disk: WatchedDisk) async throws {
    guard let state = try? await run.session.dump(conversations) else { return }
    try expect(state, [scene.before], "\(words(scene, disk)); what was read")
  }

  /// Performs the call, and checks the state that it left.
  ///
  /// - Returns: the states that are allowed when the store is opened again.
  private func call(
    _ scene: Scene, _ run: inout ScenarioRun, _ disk: WatchedDisk
  ) async throws -> [[String]] {
    guard let moment = scene.moment else { return [scene.before] }
    // The disk may also refuse the player's own reads after the call.
    try? await run.perform(moment)
    let error = run.last.error
    let what = words(scene, disk)
    let said = error.map { "ended with \($0)" } ?? "went well"
    try expect(
      try await dump(run, what), [error == nil ? scene.after : scene.before],
      "\(what); the call \(said), and the store")
    return error == nil ? [scene.after] : [scene.before, scene.after]
  }

  /// Performs the call again. The disk now accepts it, so the handle must accept it too.
  private func again(
    _ scene: Scene, _ run: inout ScenarioRun, _ disk: WatchedDisk
  ) async throws {
    guard let moment = scene.moment else { return }
    let what = words(scene, disk)
    try await run.perform(moment)
    let said = run.last.error.map { "ended with \($0)" } ?? "went well"
    try expect(
      try await dump(run, what), [scene.after], "\(what); the same again \(said), and the store")
  }

  private func prepare(
    _ files: [String: [UInt8]], _ disk: WatchedDisk
  ) throws -> ScenarioRun {
    let environment = ConformanceEnvironment(seed: seed, disk: disk)
    for (name, bytes) in files { try Data(bytes).write(to: environment.file(name)) }
    var run = ScenarioRun(subject, seed: seed)
    run.session = Session(subject, in: environment)
    return run
  }

  /// The files in the folder, without the shared memory of a write-ahead log.
  private func left(in environment: ConformanceEnvironment) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: environment.directory.path)
    return try names.filter { !$0.hasSuffix("-shm") }.reduce(into: [:]) { files, name in
      files[name] = Array(try Data(contentsOf: environment.file(name)))
    }
  }

  private func dump(_ run: ScenarioRun, _ what: String) async throws -> [String] {
    do {
      return try await run.session.dump(conversations)
    } catch {
      throw Violation("\(what); then the store cannot be read: \(error)")
    }
  }

  private func words(_ scene: Scene, _ disk: WatchedDisk) -> String {
    guard let fault = disk.firstFault else { return "the disk refused nothing of \(scene.words)" }
    return "the disk refused step \(fault.number) of \(scene.words) (\(fault.words)): "
      + fault.kind.rawValue
  }

  private func expect(_ state: [String], _ allowed: [[String]], _ what: String) throws {
    guard !allowed.contains(state) else { return }
    throw Violation(
      "\(what) is not as it has to be",
      comparison: Comparison(expected: allowed.last ?? [], actual: state))
  }
}
