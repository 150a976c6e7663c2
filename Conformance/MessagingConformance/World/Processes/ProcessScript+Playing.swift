internal import Foundation
internal import MessagingCore
internal import MessagingModel

extension ProcessScript {
  /// The number of seconds after which the process ends in any case.
  private static let secondsMax: UInt32 = 30

  /// Plays the script of a file, writes its reports to ``notes(of:)``, and is killed.
  ///
  /// Nothing that happens at the end of a process happens: no `deinit`, no flushing, no `atexit`.
  package static func play(_ path: String) async -> Never {
    _ = alarm(secondsMax)
    let notes = Notes(ProcessScript.notes(of: path))
    do {
      let script = try JSONDecoder().decode(
        ProcessScript.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
      try await script.play(notes)
    } catch {
      notes.say(.broken("\(error)"))
      die()
    }
  }

  /// The path of the reports of a process that plays a file.
  static func notes(of path: String) -> String { path + ".notes" }

  private func play(_ notes: Notes) async throws -> Never {
    let subject = try makeSubject()
    let watch = OperationWatch(end, notes)
    let disk = WatchedDisk(
      isWatched: subject.capabilities.contains(.powerLoss), onStep: { watch.announced($0) })
    let place = ConformanceEnvironment(
      seed: seed, directory: URL(fileURLWithPath: directory, isDirectory: true), disk: disk)
    let repository = try await subject.repository(in: place.injecting(watch.injector))
    notes.say(.opened)
    for (index, batch) in batches.enumerated() {
      let changes = try changes(batch)
      let clock = ContinuousClock()
      let isLast = index == batches.count - 1
      notes.say(.began)
      watch.begin(isLast: isLast)
      if isLast, case .moment(let microseconds) = end { ProcessScript.die(after: microseconds) }
      let start = clock.now
      do throws(RepositoryError) {
        _ = try await repository.apply(changes)
      } catch {
        notes.say(.refused(error.code.rawValue))
        withExtendedLifetime(repository) { ProcessScript.die() }
      }
      let took = (clock.now - start).components
      notes.say(
        .answered(
          operations: watch.count,
          microseconds: Int(took.seconds) * 1_000_000 + Int(took.attoseconds / 1_000_000_000_000)))
    }
    withExtendedLifetime(repository) { lastWords() }
  }

  /// Dies while the store is still referenced, so that the store's `deinit` does not run.
  private func lastWords() -> Never {
    // The time after the answer is also part of the possible moments.
    while case .moment = end { pause() }
    ProcessScript.die()
  }

  /// Kills this process. This cannot be prevented.
  fileprivate static func die() -> Never {
    while true { _ = kill(getpid(), SIGKILL) }
  }

  private static func die(after microseconds: Int) {
    _ = signal(SIGALRM) { _ in _ = kill(getpid(), SIGKILL) }
    var time = itimerval()
    time.it_value.tv_sec = microseconds / 1_000_000
    time.it_value.tv_usec = .init(max(1, microseconds % 1_000_000))
    #if canImport(Darwin)
      _ = setitimer(ITIMER_REAL, &time, nil)
    #else
      _ = setitimer(__itimer_which_t(0), &time, nil)
    #endif
  }

  /// The reports of the process, line by line. The system has a line before the next event happens.
  private struct Notes: Sendable {
    private let descriptor: CInt

    init(_ path: String) { descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600) }

    func say(_ line: ProcessRecord.Line) {
      guard var bytes = try? JSONEncoder().encode(line) else { return }
      bytes.append(UInt8(ascii: "\n"))
      _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// Counts the operations of a batch, both of the storage and on the disk, and kills the process
  /// before one of them.
  private final class OperationWatch: Sendable {
    private struct State {
      var count = 0
      var isLast = false
      var injector: FaultInjector?
    }

    private let state = Locked(State())
    private let end: End
    private let notes: Notes

    init(_ end: End, _ notes: Notes) {
      (self.end, self.notes) = (end, notes)
    }

    /// The injector that receives the operations.
    var injector: FaultInjector {
      let made = FaultInjector(onOperation: { [self] _ in announced(nil) })
      state.withLock { $0.injector = made }
      return made
    }

    /// The number of operations of the batch.
    var count: Int { state.withLock { $0.count } }

    func begin(isLast: Bool) {
      state.withLock { ($0.count, $0.isLast) = (0, isLast) }
    }

    /// Counts a step on the disk, if it is a change.
    func announced(_ step: DiskStep) {
      if step.isChange { announced(step.words) }
    }

    private func announced(_ name: String?) {
      let (count, isLast, injector) = state.withLock { state in
        state.count += 1
        return (state.count, state.isLast, state.injector)
      }
      guard isLast, end == .operation(count) else { return }
      notes.say(.operation(count, name ?? injector?.operationNames.last ?? ""))
      ProcessScript.die()
    }
  }
}
