internal import MessagingModel

/// A message to the loop of a send worker.
enum WorkerNote: Sendable {
  case event(SendEvent)
  /// An event of an upload, with the number of the upload: events of a stopped upload are dropped.
  case upload(Int, UploadKey, SendEvent)
  /// The pauses changed.
  case pauses
  /// A new observer follows the diagnosis.
  case diagnosis
}

/// Runs the actions of a send worker. Each effect reports its result as an event.
struct SendEffects {
  private let ports: SendPorts
  private let mailbox: AsyncStream<WorkerNote>.Continuation
  /// The last request of each conversation.
  private var requests: [ConversationID: Stop] = [:]
  private var uploads: [UploadKey: (number: Int, stop: Stop)] = [:]
  private var uploadCount = 0
  /// The messages whose files are removed before the next batch is stored.
  private var unwanted: [MessageKey] = []

  init(ports: SendPorts, mailbox: AsyncStream<WorkerNote>.Continuation) {
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
        mailbox.yield(.event(snapshot.map(SendEvent.found) ?? .findFailed))
      }
    case .load(let conversation, let limit):
      group.addTask {
        let query = Query(.outbox, in: conversation, limit: limit)
        let snapshot = try? await ports.repository.read(query)
        mailbox.yield(
          .event(snapshot.map { .loaded(conversation, $0) } ?? .loadFailed(conversation)))
      }
    case .send(let request):
      requests[request.conversation] = group.addStoppable {
        mailbox.yield(.event(.answered(request, await SendEffects.answer(request, ports))))
      }
    case .abandon(let request):
      requests.removeValue(forKey: request.conversation)?.finish()
    case .upload(let key, let file): upload(key, file, in: &group)
    case .abort(let key): uploads.removeValue(forKey: key)?.stop.finish()
    case .discard(let message): unwanted.append(message)
    case .commit(let conversation, let changes):
      let unwanted = unwanted
      self.unwanted = []
      group.addTask {
        for message in unwanted { await ports.files.discard(message) }
        do throws(RepositoryError) {
          _ = try await ports.repository.apply(changes)
          mailbox.yield(.event(.committed(conversation)))
        } catch {
          mailbox.yield(.event(.notCommitted(conversation, error)))
        }
      }
    }
  }

  /// The event of an upload; `nil` if the upload was stopped.
  mutating func heard(_ event: SendEvent, of key: UploadKey, _ number: Int) -> SendEvent? {
    guard uploads[key]?.number == number else { return nil }
    if case .uploaded = event { uploads[key] = nil }
    return event
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
    uploadCount += 1
    let number = uploadCount
    let stop = group.addStoppable {
      let answer: Result<ExactString, SendError>
      do throws(SendError) {
        try await ports.files.check(file)
        let remote = try await ports.uploader.upload(file, key: key) { percent in
          mailbox.yield(.upload(number, key, .progressed(key, percent)))
        }
        answer = .success(remote)
      } catch {
        answer = .failure(error)
      }
      mailbox.yield(.upload(number, key, .uploaded(key, answer)))
    }
    uploads[key] = (number, stop)
  }
}
