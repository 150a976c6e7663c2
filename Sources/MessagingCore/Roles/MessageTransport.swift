public import MessagingModel

/// The way to the server, for what this device sends.
///
/// Time limits: a worker waits for each call at most `SendPolicy.requestLimit`, then
/// cancels it, takes it for `SendError.Kind.indeterminate` and asks again later, with the same
/// key (`SEND-087`). A transport needs no limit of its own; one that has a shorter one throws
/// `indeterminate` when it is reached. While a call is waited for, nothing else of its conversation
/// is asked for; other conversations do not wait.
public protocol MessageTransport: Sendable {
  /// Asks the server for something; sent again with the same key, it happens once.
  ///
  /// Cancelling the caller's task gives up waiting: return soon, and do not hand over what has not
  /// left yet. The server may do it all the same. A call that goes on after that is not waited for
  /// before the next one begins, and whatever it returns is ignored; but a run of the worker cannot
  /// end before it (`WORKER-005`).
  ///
  /// - Throws: `SendError.Kind.indeterminate` whenever it is not certain that nothing happened.
  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt
}

/// The way to the server, for files.
public protocol MediaUploader: Sendable {
  /// Uploads a file that the app owns.
  ///
  /// An upload may take any time, as long as it reports: after `SendPolicy.uploadLimit` without a
  /// report it is cancelled, and begun again later (`MEDIA-030`).
  ///
  /// - Parameters:
  ///   - key: the same for the same file of the same message, in every attempt.
  ///   - progress: whole percent, 0…100. Call it whenever bytes have moved, also when the number is
  ///     still the same: of a large file one percent takes its time.
  /// - Returns: the name under which the network keeps the file.
  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString
}

/// Whether there is a network; the present state at once, then every change of it.
public protocol Connectivity: Sendable {
  func states() -> AsyncStream<Bool>
}

/// Sends what the store says is unsent: it needs no screen, and nobody calls it when something is
/// to be sent, because it wakes when the store moves. The laws of this role are the areas SEND and
/// MEDIA of the Spec.
public protocol SendWorker: Sendable {
  /// Works until the task is cancelled or the repository is closed. A second call while one runs
  /// returns at once (`SEND-021`).
  func run() async

  /// Sends nothing until it is resumed: in one conversation, or in all (`nil`); each is its own
  /// switch (`SEND-031`).
  func setPaused(_ isPaused: Bool, in conversation: ConversationID?)
}
