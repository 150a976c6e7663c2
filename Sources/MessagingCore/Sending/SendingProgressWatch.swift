public import MessagingModel

/// How far sending is as a whole, for a bar at the top of a screen: the thin shell around
/// `SendingMeter`. It reads what is unsent after each commit, while somebody follows; it decides
/// nothing. ``MessagingClient`` has one.
///
///     for await progress in client.sending.values() {
///       bar.isHidden = progress == nil
///       bar.value = progress?.fraction ?? 0
///     }
public final class SendingProgressWatch: Sendable {
  private let repository: any MessageRepository
  private let clock: Stopwatch
  private let begin: @Sendable () -> any SendingMetering
  /// Of the run; somebody wants it to look, and one note says as much as ten.
  private let mailbox = Locked<AsyncStream<Void>.Continuation?>(nil)
  private let progress = Broadcast<SendingProgress?>(.none)

  /// - Parameters:
  ///   - clock: of the time that a full bar is shown; never a wall clock.
  ///   - begin: a meter of which nothing is known yet; asked when somebody begins to follow.
  public init(
    _ repository: any MessageRepository, clock: any Clock<Duration> = ContinuousClock(),
    metering begin: @escaping @Sendable () -> any SendingMetering = { SendingMeter() }
  ) {
    (self.repository, self.clock, self.begin) = (repository, Stopwatch(clock), begin)
  }

  /// How far it is: the present state as soon as it is read, then each that differs from the one
  /// before it; a slow observer misses those in between. `nil` while nothing is on its way.
  ///
  /// A store that cannot be read changes nothing. Of more than `Limits.page` unsent messages the
  /// first ones count.
  public func values() -> AsyncStream<SendingProgress?> {
    let values = progress.values()
    mailbox.current?.yield()
    return values
  }

  /// Works until the task is cancelled or the store is closed. A second call while one runs returns
  /// at once.
  public func run() async {
    let (notes, mailbox) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let isFirst = self.mailbox.withLock { current in
      guard current == nil else { return false }
      current = mailbox
      return true
    }
    guard isFirst else { return }
    await watch(notes, mailbox)
    self.mailbox.withLock { $0 = nil }
    progress.forget()
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
      var meter = begin()
      var alarm = Alarm(clock) { mailbox.yield() }
      for await _ in notes {
        guard progress.isObserved else {
          // Who comes later begins a measure of their own.
          progress.forget()
          meter = begin()
          continue
        }
        if let deadline = meter.nextDeadline, deadline <= clock.now {
          alarm.hasRung()
          meter.handle(.clock, at: clock.now)
        }
        let query = Query(.outbox, in: nil, limit: Limits.page)
        if let outbox = try? await repository.read(query) {
          meter.handle(.outbox(outbox.messages), at: clock.now)
        }
        progress.send(meter.progress)
        alarm.set(for: meter.nextDeadline, in: &group)
      }
      group.cancelAll()
    }
  }
}
