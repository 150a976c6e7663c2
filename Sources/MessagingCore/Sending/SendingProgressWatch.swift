public import MessagingModel

/// The overall progress of sending, for a bar at the top of a screen. It is a thin shell around
/// `SendingMeter`: while there is an observer, it reads the outbox after each commit, and it
/// decides nothing. ``MessagingClient`` has one.
///
///     for await progress in client.sending.values() {
///       bar.isHidden = progress == nil
///       bar.value = progress?.fraction ?? 0
///     }
public final class SendingProgressWatch: Sendable {
  private let repository: any MessageRepository
  private let clock: Stopwatch
  private let begin: @Sendable () -> any SendingMetering
  /// The mailbox of the current run. A note makes it read the outbox; several notes become one.
  private let mailbox = Locked<AsyncStream<Void>.Continuation?>(nil)
  private let soleRun = SoleRun()
  private let progress = Broadcast<SendingProgress?>(.none)
  /// Whether an observer has come after a time without one: it begins a measure (`BAR-007`).
  private let startsAnew = Locked(false)
  /// The last measure that was shown. The next meter counts on from it, because the number goes
  /// back there.
  private let lastMeasure = Locked(0)
  /// How long after a failed read the store is read again, in milliseconds.
  private static let retryDelay: Int64 = 1_000

  /// - Parameters:
  /// - clock: measures how long a full bar is shown; never a wall clock.
  /// - begin: makes an empty meter. Called when the first observer begins to follow.
  public init(
    _ repository: any MessageRepository, clock: any Clock<Duration> = ContinuousClock(),
    metering begin: @escaping @Sendable () -> any SendingMetering = { SendingMeter() }
  ) {
    (self.repository, self.clock, self.begin) = (repository, Stopwatch(clock), begin)
  }

  /// The progress: the current one as soon as it is read, then every change. A slow observer misses
  /// the ones in between. `nil` while nothing is unsent, and at the end of a run (`BAR-013`).
  ///
  /// If the store cannot be read, the progress does not change, and the store is read again a
  /// second later. Only the first `Limits.page` unsent messages count.
  public func values() -> AsyncStream<SendingProgress?> {
    if !progress.isObserved {
      startsAnew.withLock { $0 = true }
      progress.forget()
    }
    let values = progress.values()
    mailbox.current?.yield()
    return values
  }

  /// Runs until the task is cancelled or the store is closed. A second call during a run returns at
  /// once. A call beside a cancelled run waits for its end, and runs then.
  public func run() async { await soleRun.run { await runOnce() } }

  private func runOnce() async {
    let (notes, mailbox) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.mailbox.withLock { $0 = mailbox }
    await watch(notes, mailbox)
    // Before another run can begin: what that one reports is kept. Nobody sees how sending goes on
    // now, so the bar goes (`BAR-013`).
    if progress.current != nil { progress.send(nil) }
    progress.forget()
    self.mailbox.withLock { $0 = nil }
  }

  private func show(_ shown: SendingProgress?, after measures: Int) {
    let shown = shown.map { shown in
      SendingProgress(
        measure: measures + shown.measure, thousandths: shown.thousandths,
        remaining: shown.remaining)
    }
    if let shown { lastMeasure.withLock { $0 = shown.measure } }
    progress.send(shown)
  }

  private func watch(
    _ notes: AsyncStream<Void>, _ mailbox: AsyncStream<Void>.Continuation
  ) async {
    await withDiscardingTaskGroup { group in
      let repository = repository
      group.addTask {
        for await _ in repository.commits(in: Scope()) { mailbox.yield() }
        mailbox.finish()  // The repository was closed.
      }
      var (meter, measures) = (begin(), lastMeasure.current)
      var hasRead = false
      var alarm = Alarm(clock) { mailbox.yield() }
      for await _ in notes {
        guard progress.isObserved else { continue }
        let isNew = startsAnew.withLock { startsAnew in
          defer { startsAnew = false }
          return startsAnew
        }
        if isNew { (meter, measures, hasRead) = (begin(), lastMeasure.current, false) }
        if let deadline = meter.nextDeadline, deadline <= clock.now {
          alarm.hasRung()
          meter.handle(.clock, at: clock.now)
        }
        let query = Query(.outbox, in: nil, limit: Limits.page, looksOnly: true)
        var next = meter.nextDeadline
        if let outbox = try? await repository.read(query) {
          meter.handle(.outbox(outbox.messages), at: clock.now)
          next = meter.nextDeadline
          hasRead = true
        } else {
          // No other commit may come that would lead to a read.
          let retry = clock.now + Self.retryDelay
          next = min(next ?? retry, retry)
        }
        if hasRead { show(meter.progress, after: measures) }
        alarm.set(for: next, in: &group)
      }
      group.cancelAll()
    }
  }
}
