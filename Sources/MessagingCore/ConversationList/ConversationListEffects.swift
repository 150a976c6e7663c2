internal import MessagingModel
internal import MessagingTimeline

/// The dependencies of a list of conversations.
public struct ConversationListPorts: Sendable {
  public var repository: any MessageRepository
  /// Lists the conversations.
  public var index: any ConversationIndexing
  public var clock: Stopwatch

  /// - Parameter clock: measures the delay before a failed read is retried; never a wall clock.
  public init(
    repository: any MessageRepository, index: any ConversationIndexing,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.repository = repository
    self.index = index
    self.clock = Stopwatch(clock)
  }
}

/// Runs the actions of a list. Each effect reports its result as an event.
struct ConversationListEffects {
  let ports: ConversationListPorts
  let mailbox: AsyncStream<ConversationListEvent>.Continuation

  /// Reports commits and the end of the store as events.
  func follow(in group: inout DiscardingTaskGroup) {
    let (repository, mailbox) = (ports.repository, mailbox)
    group.addTask {
      for await commit in repository.commits(in: Scope()) {
        mailbox.yield(.committed(commit.revision))
      }
      if !Task.isCancelled { mailbox.yield(.storeClosed) }
    }
  }

  func run(_ action: ConversationListAction, in group: inout DiscardingTaskGroup) {
    let (ports, mailbox) = (ports, mailbox)
    switch action {
    case .ask(let ticket, let revision):
      group.addTask {
        do throws(RepositoryError) {
          let answer = try await ports.index.conversations(changedAfter: revision)
          mailbox.yield(.changed(ticket, answer))
        } catch {
          mailbox.yield(.notChanged(ticket, error.code))
        }
      }
    case .read(let ticket, let query):
      group.addTask {
        do throws(RepositoryError) {
          mailbox.yield(.read(ticket, try await ports.repository.read(query)))
        } catch {
          mailbox.yield(.notRead(ticket, error.code))
        }
      }
    // The list itself handles these: the first goes to the screen, the second sets the alarm.
    case .show, .retryLater: break
    }
  }
}
