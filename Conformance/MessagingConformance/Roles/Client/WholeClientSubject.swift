public import MessagingCore
public import MessagingModel

/// All workers of one owner on one store, as an app uses them. `MessagingClient` is one.
public protocol WholeClient: Sendable {
  /// Runs until the task is cancelled, the repository is closed, or ``signOut()`` is called. A
  /// second call during a run returns at once; after a sign-out, so does every call.
  func run() async
  /// Signs the owner out. When it returns, nothing more is requested, sent or stored, and ``run()``
  /// has ended for good.
  func signOut() async
  /// Notes that the owner has new credentials: what the server rejected goes on.
  func signedIn()
  /// Accepts a message of the owner, whether the client runs or not.
  func send(_ draft: Draft, as id: MessageID) async throws(DraftRefusal)
  /// Sets everything that a screen wishes for from now on.
  func want(_ wishes: [FileWish])
  /// Returns the current status of syncing at once, then each changed status. Before the first run
  /// there may be none.
  func syncStatuses() -> AsyncStream<SyncStatus>
  /// Returns the current status of downloads at once, then each changed status.
  func downloadStatuses() -> AsyncStream<DownloadStatus>
  /// Returns the progress of sending as soon as it is read, then every change.
  func sendingProgress() -> AsyncStream<SendingProgress?>
}

extension MessagingClient: WholeClient {
  public func send(_ draft: Draft, as id: MessageID) async throws(DraftRefusal) {
    _ = try await composer.send(draft, as: id)
  }

  public func want(_ wishes: [FileWish]) { downloads?.want(wishes) }

  public func syncStatuses() -> AsyncStream<SyncStatus> { sync.statuses() }

  public func downloadStatuses() -> AsyncStream<DownloadStatus> {
    downloads?.statuses() ?? AsyncStream { $0.finish() }
  }

  public func sendingProgress() -> AsyncStream<SendingProgress?> { sending.values() }
}

/// A whole client under test: the area CLIENT.
///
///     struct MyClients: WholeClientSubject {
///       let name = "MyClients"
///       func wholeClient(_ ports: ClientPorts, policies: ClientPolicies) -> any WholeClient {
///         MyClient(ports, policies)
///       }
///     }
///
/// The suite plays the server and the network over the reference repository, and runs the client on
/// its own executor until it rests. The client's tasks must be children of `run()` (task groups,
/// `async let`), and it must wait only on `ports.clock`. Before macOS 15 and iOS 18 there are no
/// such executors, and the subject does not play this role.
public protocol WholeClientSubject: ConformanceSubject {
  /// Returns a client of the owner `me` that does not run yet.
  func wholeClient(_ ports: ClientPorts, policies: ClientPolicies) -> any WholeClient
}

extension Role {
  /// Runs all workers of one owner together.
  public static let client = Role(
    "client", areas: [Area("CLIENT", "The whole client", place: 98)], kinds: [],
    checks: ClientChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any WholeClientSubject && WorkerDrive.isPossible })
}
