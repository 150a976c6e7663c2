internal import Foundation
internal import MessagingCore
internal import MessagingModel

extension ProcessScript {
  /// After so many seconds the process ends in any case.
  private static let secondsMax: UInt32 = 30

  /// Does what a file says, notes what it does in ``notes(of:)``, and is killed.
  ///
  /// Nothing of what a process does when it ends is done: no `deinit`, no flushing, no `atexit`.
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

  /// Where a process that plays a file says what it does.
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

  /// Dies while the store is known: what a store does when it is let go of is not done.
  private func lastWords() -> Never {
    // What comes after the answer belongs to the moments, too.
    while case .moment = end { pause() }
    ProcessScript.die()
  }

  /// Kills this process, as nobody can prevent it.
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

  /// What the process says, line by line; a line is with the system before the next thing happens.
  private struct Notes: Sendable {
    private let descriptor: CInt

    init(_ path: String) { descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600) }

    func say(_ line: ProcessRecord.Line) {
      guard var bytes = try? JSONEncoder().encode(line) else { return }
      bytes.append(UInt8(ascii: "\n"))
      _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// Counts the operations of a batch, those of the storage and those on the disk, and kills the
  /// process before one of them.
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

    /// Who is told of the operations.
    var injector: FaultInjector {
      let made = FaultInjector(onOperation: { [self] _ in announced(nil) })
      state.withLock { $0.injector = made }
      return made
    }

    /// How many operations the batch has taken.
    var count: Int { state.withLock { $0.count } }

    func begin(isLast: Bool) {
      state.withLock { ($0.count, $0.isLast) = (0, isLast) }
    }

    /// A step on the disk, if it changes anything.
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
