public import MessagingModel

/// The connection to the server for what this device sends.
///
/// Time limits: a worker waits for each call at most `SendPolicy.requestLimit`. Then it cancels the
/// call, treats it as `SendError.Kind.indeterminate`, and repeats the request later with the same
/// key (`SEND-087`). A transport needs no limit of its own. If it has a shorter one, it throws
/// `indeterminate` when the limit is reached. During a call, no other request of its conversation
/// starts; other conversations do not wait.
public protocol MessageTransport: Sendable {
  /// Sends a request to the server. The same request with the same key takes effect only once.
  ///
  /// When the caller's task is cancelled, return soon, and do not send what has not left yet. The
  /// server may act on the request nevertheless. The next call does not wait for a cancelled one,
  /// and the result of a cancelled call is ignored. But a run of the worker cannot end before all
  /// its calls have returned (`WORKER-005`).
  ///
  /// - Throws: `SendError.Kind.indeterminate` whenever it is not certain that nothing happened;
  ///   `unauthorized` if the server rejects the credentials.
  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt
}

/// The connection to the server for uploads of files.
public protocol MediaUploader: Sendable {
  /// Uploads a file that the app owns.
  ///
  /// An upload may take any time as long as it reports progress. After `SendPolicy.uploadLimit`
  /// without a report it is cancelled, and started again later (`MEDIA-030`).
  ///
  /// - Parameters:
  ///   - key: the same for the same file of the same message, in every attempt.
  /// - progress: takes whole percent, 0…100. Call it whenever bytes have moved, even if the number
  ///   is unchanged: one percent of a large file can take long.
  /// - Returns: the name under which the network keeps the file. It lasts, and no other file gets
  ///   it (`REPO-092`). If the server gives a file addresses that change, return a name that leads
  ///   to them.
  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString
}

/// Reports whether there is a network: the current state at once, then every change.
public protocol Connectivity: Sendable {
  func states() -> AsyncStream<Bool>
}

/// Sends everything unsent in the store. It needs no screen and no call for new messages, because
/// it wakes at every commit of the store. The laws of this role are the areas SEND and MEDIA of the
/// Spec.
public protocol SendWorker: Sendable {
  /// Runs until the task is cancelled or the repository is closed. A second call during a run
  /// returns at once (`WORKER-001`). A call beside a cancelled run that has not ended yet waits for
  /// its end, and runs then (`WORKER-012`).
  func run() async

  /// Pauses or resumes sending, in one conversation or in all (`nil`). Each is a separate switch
  /// (`SEND-031`).
  func setPaused(_ isPaused: Bool, in conversation: ConversationID?)

  /// Notes that the owner has new credentials, rejected or not: call it each time they change, and
  /// not to try the same ones again. A worker whose credentials the server rejected sends nothing
  /// before this call (`SEND-112`). It returns at once; while nothing runs, it does nothing.
  func signedIn()
}

/// A worker that also reports what waits, why, and until when (`SEND-107` … `SEND-110`).
public protocol SendDiagnosisReporting: SendWorker {
  /// The current diagnosis at once, then each change; a slow reader gets the latest.
  func diagnoses() -> AsyncStream<SendDiagnosis>
}
