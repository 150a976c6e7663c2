internal import MessagingModel

/// What a send worker runs for its queue: each errand reports how it ended, as an event.
struct Errands {
  let ports: SendPorts
  let mailbox: AsyncStream<SendEvent>.Continuation
  private var uploads: [UploadKey: Task<Void, Never>] = [:]
  private var alarm: (deadline: Int64, task: Task<Void, Never>)?

  init(ports: SendPorts, mailbox: AsyncStream<SendEvent>.Continuation) {
    self.ports = ports
    self.mailbox = mailbox
  }

  mutating func run(_ action: SendAction, in group: inout DiscardingTaskGroup) {
    let (ports, mailbox) = (ports, mailbox)
    switch action {
    case .find(let revision):
      group.addTask {
        let query = Query(.unsent(since: revision), in: nil, limit: Limits.page)
        let snapshot = try? await ports.repository.read(query)
        mailbox.yield(snapshot.map(SendEvent.found) ?? .notFound)
      }
    case .load(let conversation, let limit):
      group.addTask {
        let query = Query(.outbox, in: conversation, limit: limit)
        let snapshot = try? await ports.repository.read(query)
        mailbox.yield(
          snapshot.map { .loaded(conversation, $0) } ?? .notLoaded(conversation))
      }
    case .send(let request):
      group.addTask { mailbox.yield(.answered(request, await Errands.answer(request, ports))) }
    case .upload(let key, let file): upload(key, file, in: &group)
    case .abort(let key): uploads.removeValue(forKey: key)?.cancel()
    case .discard(let message):
      group.addTask { await ports.files.discard(message) }
    case .commit(let conversation, let changes):
      group.addTask {
        do throws(RepositoryError) {
          _ = try await ports.repository.apply(changes)
          mailbox.yield(.committed(conversation))
        } catch {
          mailbox.yield(.notCommitted(conversation, error))
        }
      }
    }
  }

  /// Sets the one alarm clock.
  mutating func wake(at deadline: Int64?, in group: inout DiscardingTaskGroup) {
    guard deadline != alarm?.deadline else { return }
    alarm?.task.cancel()
    alarm = nil
    guard let deadline else { return }
    let (clock, mailbox) = (ports.clock, mailbox)
    let task = Task {
      // Cancelled means that another alarm was set.
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      mailbox.yield(.clock)
    }
    alarm = (deadline, task)
    group.addTask { await task.valueUntilCancelled }
  }

  private static func answer(
    _ request: SendRequest, _ ports: SendPorts
  ) async -> Result<SendReceipt, SendError> {
    do throws(SendError) {
      return .success(try await ports.transport.send(request))
    } catch {
      return .failure(error)
    }
  }

  private mutating func upload(
    _ key: UploadKey, _ file: OwnedFile, in group: inout DiscardingTaskGroup
  ) {
    let (ports, mailbox) = (ports, mailbox)
    let task = Task {
      let answer: Result<ExactString, SendError>
      do throws(SendError) {
        try await ports.files.check(file)
        let remote = try await ports.uploader.upload(file, key: key) { percent in
          mailbox.yield(.progressed(key, percent))
        }
        answer = .success(remote)
      } catch {
        answer = .failure(error)
      }
      // Nobody asks any more how an upload ends that was stopped.
      if !Task.isCancelled { mailbox.yield(.uploaded(key, answer)) }
    }
    uploads[key] = task
    group.addTask { await task.valueUntilCancelled }
  }
}

extension Task<Void, Never> {
  /// Waits for the task; who is cancelled while waiting cancels it.
  fileprivate var valueUntilCancelled: Void {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}
