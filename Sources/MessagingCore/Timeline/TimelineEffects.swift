public import Foundation
public import MessagingModel
internal import MessagingTimeline

/// The dependencies of a conversation on a screen.
public struct TimelinePorts: Sendable {
  public var repository: any MessageRepository
  /// Fills gaps; `nil` if there is no network.
  public var sync: (any SyncEngine)?
  /// Reports who is typing; `nil` if this is not available.
  public var people: (any PeopleWatching)?
  public var clock: Stopwatch
  /// The device's time, for the time at which messages were read.
  public var wallClock: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - clock: measures waits; never a wall clock.
  /// - wallClock: the device's clock.
  public init(
    repository: any MessageRepository, sync: (any SyncEngine)? = nil,
    people: (any PeopleWatching)? = nil, clock: any Clock<Duration> = ContinuousClock(),
    wallClock: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
  ) {
    self.repository = repository
    self.sync = sync
    self.people = people
    self.clock = Stopwatch(clock)
    self.wallClock = wallClock
  }
}

/// A message to the loop of a timeline.
enum TimelineNote: Sendable {
  case event(TimelineEvent)
  /// The newest commit when the timeline begins to follow the store.
  case stored(Commit)
}

/// Runs the actions of a timeline. Each effect reports its result as an event.
struct TimelineEffects {
  let ports: TimelinePorts
  let conversation: ConversationID
  let mailbox: AsyncStream<TimelineNote>.Continuation
  /// The newest read and the newest fill; no others are in flight.
  private var reading: (ticket: TimelineTicket, stop: Stop)?
  private var filling: (ticket: TimelineTicket, stop: Stop)?

  init(
    ports: TimelinePorts, conversation: ConversationID,
    mailbox: AsyncStream<TimelineNote>.Continuation
  ) {
    (self.ports, self.conversation, self.mailbox) = (ports, conversation, mailbox)
  }

  /// Reports changes of the store, the engine and people as events.
  func follow(in group: inout DiscardingTaskGroup) {
    let (ports, conversation, mailbox) = (ports, conversation, mailbox)
    // Subscribe before anything is read.
    let commits = ports.repository.commits(in: Scope(conversation: conversation))
    group.addTask {
      var isFirst = true
      for await commit in commits {
        mailbox.yield(isFirst ? .stored(commit) : .event(.committed(commit.kinds)))
        isFirst = false
      }
      if !Task.isCancelled { mailbox.yield(.event(.storeClosed)) }
    }
    if let sync = ports.sync {
      group.addTask {
        for await status in sync.statuses() {
          mailbox.yield(.event(.syncing(TimelineSync(status.phase))))
        }
      }
    }
    if let people = ports.people {
      group.addTask {
        for await people in people.people() {
          mailbox.yield(.event(.typing(Set(people.typing[conversation] ?? []))))
        }
      }
    }
  }

  mutating func run(_ action: TimelineAction, in group: inout DiscardingTaskGroup) {
    let (ports, conversation, mailbox) = (ports, conversation, mailbox)
    switch action {
    case .read(let ticket, let query):
      let stop = group.addStoppable {
        do throws(RepositoryError) {
          mailbox.yield(.event(.read(ticket, try await ports.repository.read(query))))
        } catch {
          mailbox.yield(.event(.notRead(ticket, error.code)))
        }
      }
      reading = (ticket, stop)
    case .fill(let ticket, let gap):
      let stop = group.addStoppable {
        let outcome = await ports.sync?.fill(gap, in: conversation)
        mailbox.yield(.event(outcome.isFilled ? .filled(ticket) : .notFilled(ticket)))
      }
      filling = (ticket, stop)
    case .markRead(let message):
      group.addTask {
        do throws(RepositoryError) {
          _ = try await ports.repository.apply([
            .read(conversation, upTo: message, at: ports.wallClock())
          ])
        } catch {
          mailbox.yield(.event(.notMarked(message, error.code)))
        }
      }
    // The result of a cancelled effect is not used.
    case .cancel(let ticket):
      if reading?.ticket == ticket { reading?.stop.finish() }
      if filling?.ticket == ticket { filling?.stop.finish() }
    // The timeline passes these to the screen.
    case .show: break
    }
  }
}

extension TimelineSync {
  /// The state that a screen shows for a phase.
  init(_ phase: SyncStatus.Phase) {
    self =
      switch phase {
      case .catchingUp: .catchingUp
      case .live: .live
      case .offline, .connecting, .needsSignIn, .signedOut: .offline
      }
  }
}

extension FillOutcome? {
  /// Whether the missing messages may be in the store now.
  fileprivate var isFilled: Bool {
    switch self {
    case .filled, .alreadyFilled, .unavailable: true
    case .failed, nil: false
    }
  }
}

/// Holds back the first commit of a timeline. If the first page is at least as new, the commit is
/// dropped, so that nothing is read twice.
struct FirstCommit {
  private var waiting: Commit?

  /// The events for a note.
  mutating func events(of note: TimelineNote, _ status: TimelineStatus) -> [TimelineEvent] {
    switch note {
    case .event(let event): return [event]
    case .stored(let commit):
      waiting = commit
      // Other pages may have been read after the first one, and some of them may be older than the
      // commit.
      return status.paging.started > 1 ? take() : events(after: status)
    }
  }

  /// The events to handle once the first page is here.
  mutating func events(after status: TimelineStatus) -> [TimelineEvent] {
    guard let commit = waiting, status.phase == .open else { return [] }
    if commit.revision <= status.revision { waiting = nil }
    return take()
  }

  private mutating func take() -> [TimelineEvent] {
    defer { waiting = nil }
    return waiting.map { [.committed($0.kinds)] } ?? []
  }
}
