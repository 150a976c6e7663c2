public import MessagingCore
public import MessagingModel

/// A complete download worker, as an app uses it. `DownloadWorker` is one.
public protocol MediaDownloadWorker: Sendable {
  /// Works until the task is cancelled or ``signOut()`` is called. A second call during a run
  /// returns at once; after a sign-out, so does every call.
  func run() async
  /// Sets everything that a screen wishes for from now on, the most urgent file first.
  func want(_ wishes: [FileWish], on screen: FileScreen)
  /// Retries a file now, because a person requested it.
  func insist(_ file: FileKey)
  /// Reports that a downloaded file could not be opened.
  func lost(_ file: FileKey)
  /// Reports new credentials.
  func signedIn()
  /// Signs the owner out. When it returns, nothing is requested or written any more.
  func signOut() async
  /// Returns the current status at once, then each changed status.
  func statuses() -> AsyncStream<DownloadStatus>
}

extension DownloadWorker: MediaDownloadWorker {}

/// A complete download worker, under test: the areas LOAD and FETCH, played through its ports.
///
///     struct MyDownloads: DownloadWorkerSubject {
///       let name = "MyDownloads"
///       func downloadWorker(
///         _ ports: DownloadPorts, policy: DownloadPolicy, seed: UInt64
///       ) -> any MediaDownloadWorker { MyWorker(ports, policy, seed) }
///     }
///
/// The suite plays the server, the disk, the network and the screens. It runs the worker on its own
/// executor until it rests. The worker's tasks must be children of `run()` (task groups,
/// `async let`), and it must wait only on `ports.clock`. Before macOS 15 and iOS 18 there are no
/// such executors, and the subject does not play this role.
public protocol DownloadWorkerSubject: DownloadSubject {
  /// Returns a worker that does not run yet. Called at each start of the process.
  func downloadWorker(
    _ ports: DownloadPorts, policy: DownloadPolicy, seed: UInt64
  ) -> any MediaDownloadWorker
}

extension DownloadWorkerSubject {
  /// Wraps the worker so that it can be played like a queue.
  public func downloadDeciding(_ policy: DownloadPolicy, seed: UInt64) -> any DownloadDeciding {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenDownloads() }
    return DrivenDownloads { downloadWorker($0, policy: policy, seed: seed) }
  }
}
