internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A server of one conversation, its files and its messages, which does what it is told.
final class ClientServer: MessageTransport, MediaUploader, SyncTransport, MediaDownloader {
  /// What a request is about.
  enum Kind: String, CaseIterable, Sendable {
    case sending, syncing, downloading
  }

  private struct Wait: Sendable {
    let kind: Kind
    let isPoll: Bool
    let waiting: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var log: [String] = []
    var messages: [ReceivedMessage] = []
    /// The requests of a kind that fail next.
    var failures: [Kind: Int] = [:]
    /// The kinds of requests whose credentials are rejected.
    var rejected: Set<Kind> = []
    var refused: Set<MessageID> = []
    var uploads: [Data] = []
    /// The messages that the server took, once for each time, and how many requests failed.
    var taken: [Int] = []
    var failed = 0
    var held: Set<Kind> = []
    /// Whether a held request goes on when it is cancelled.
    var isStubborn = false
    var waits: [Int: Wait] = [:]
    var lastWait = 0
    var trouble: String?
  }

  static let chat: ConversationID = "k1"

  private let state = Locked(State())
  /// Whether the current task is one that the suite drives.
  private let isDriven: @Sendable () -> Bool

  /// Where the files of unsent messages are.
  private let files: OwnedDirectory

  init(files: OwnedDirectory, isDriven: @escaping @Sendable () -> Bool) {
    (self.files, self.isDriven) = (files, isDriven)
  }

  /// The requests so far, in order: `send c1`, `news 0`, `download photo`.
  var log: [String] { state.current.log }
  /// The files that were uploaded, in order.
  var uploads: [String] { state.current.uploads.map { String(decoding: $0, as: UTF8.self) } }
  /// The numbers of the messages that the server took, once for each time.
  var taken: [Int] { state.current.taken }
  /// How many requests failed because they had to.
  var failed: Int { state.current.failed }
  /// The reason why the client cannot be driven; `nil` if it can.
  var trouble: String? { state.current.trouble }
  /// The number of requests that wait for an answer.
  var waitCount: Int { state.current.waits.count }

  // MARK: What the world does

  /// Somebody writes a message.
  func say(_ text: String) {
    state.withLock { state in
      let number = state.messages.count + 1
      state.messages.append(
        ReceivedMessage(
          conversation: ClientServer.chat, position: ClientServer.place("s\(number)", number),
          sender: "ann", body: .text(ExactString(text))))
    }
    release { $0.isPoll }
  }

  /// The next requests of a kind fail.
  func fail(_ kind: Kind, times: Int) { state.withLock { $0.failures[kind] = times } }

  /// From now on only the requests of these kinds have credentials that are rejected.
  func reject(_ kinds: Set<Kind>) { state.withLock { $0.rejected = kinds } }

  /// A message is refused for good.
  func refuse(_ id: MessageID) { state.withLock { _ = $0.refused.insert(id) } }

  /// From now on requests of these kinds wait for ``release()``.
  func hold(_ kinds: Set<Kind>, isStubborn: Bool = false) {
    state.withLock { ($0.held, $0.isStubborn) = (kinds, isStubborn) }
  }

  /// The held requests go on, and later ones are not held.
  func release() {
    state.withLock { $0.held = [] }
    release { !$0.isPoll }
  }

  /// Ends all requests.
  func end() { release { _ in true } }

  private func release(_ isMeant: (Wait) -> Bool) {
    let waits = state.withLock { state in
      let meant = state.waits.filter { isMeant($0.value) }
      for number in meant.keys { state.waits[number] = nil }
      return meant
    }
    for (_, wait) in waits.sorted(by: { $0.key < $1.key }) { wait.waiting.resume() }
  }

  // MARK: What the client asks

  var server: SyncServer { SyncServer() }

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    if let trouble = await take(.sending, "send c\(request.key.low)") {
      throw SendError(trouble == .busy ? .transient : .unauthorized, code: trouble.code)
    }
    if state.current.refused.contains(request.key) {
      throw SendError(.permanent, code: "forbidden")
    }
    state.withLock { $0.taken.append(Int(request.key.low)) }
    return .published(
      request.key, at: ClientServer.place("t\(request.key.low)", 1_000 + Int(request.key.low)))
  }

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString {
    if let trouble = await take(.sending, "upload") {
      throw SendError(trouble == .busy ? .transient : .unauthorized, code: trouble.code)
    }
    guard let found = try? Data(contentsOf: files.url(of: file.path)) else {
      throw SendError(.permanent, code: "file-missing")
    }
    state.withLock { $0.uploads.append(found) }
    return ExactString("https://files/\(key.message.id.low)")
  }

  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
    throw SyncError(.transient, code: "no-connections")
  }

  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    if let trouble = await take(.syncing, "news \(question.wait)") { throw SyncError(trouble) }
    let known = question.since?.number.map(Int.init)
    if known == state.current.messages.count, question.wait > 0 {
      await wait(.syncing, isPoll: true)
      if Task.isCancelled { throw SyncError(.transient, code: "cancelled") }
    }
    let messages = state.current.messages
    let part = ConversationPart(
      ClientServer.chat, known == nil ? .begins : .continues,
      items: messages[(known ?? 0)...].map(SyncItem.message))
    return SyncAnswer(
      stream: question.stream, parts: part.items.isEmpty ? [] : [part],
      next: SyncToken(number: Int64(messages.count)), isComplete: true, people: [])
  }

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    if let trouble = await take(.syncing, "history") { throw SyncError(trouble) }
    return HistoryAnswer(conversation: question.conversation, messages: [], below: .start)
  }

  func report(_ reading: Reading) async throws(SyncError) {
    if let trouble = await take(.syncing, "report") { throw SyncError(trouble) }
  }

  func tellTyping(_ isTyping: Bool, in _: ConversationID) async {}

  func download(
    _ file: FileKey, from offset: Int,
    hear: @escaping @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError) {
    if let trouble = await take(.downloading, "download \(file.remote)") {
      throw DownloadError(trouble == .busy ? .transient : .unauthorized, code: trouble.code)
    }
    try await hear(.begins(total: 5))
    try await hear(.bytes(Data("bytes".utf8.dropFirst(offset))))
  }

  // MARK: Requests

  /// Notes a request, and holds it if it has to.
  ///
  /// - Returns: why it is not answered; `nil` if it is.
  private func take(_ kind: Kind, _ words: String) async -> Trouble? {
    let isDriven = isDriven()
    let (trouble, isHeld) = state.withLock { state -> (Trouble?, Bool) in
      state.log.append(words)
      if !isDriven {
        state.trouble = "the client asked the server in a task that is not a child of its run()"
      }
      let failures = state.failures[kind] ?? 0
      if failures > 0 {
        state.failures[kind] = failures - 1
        state.failed += 1
      }
      if failures > 0 || !isDriven { return (.busy, false) }
      return (state.rejected.contains(kind) ? .unauthorized : nil, state.held.contains(kind))
    }
    if isHeld { await wait(kind, isPoll: false) }
    return trouble ?? (state.current.isStubborn || !Task.isCancelled ? nil : .busy)
  }

  /// Waits until the request is released, or cancelled.
  private func wait(_ kind: Kind, isPoll: Bool) async {
    let number = state.withLock { state in
      state.lastWait += 1
      return state.lastWait
    }
    let hearsCancelling = isPoll || !state.current.isStubborn
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = state.withLock { state in
          if hearsCancelling, Task.isCancelled { return false }
          state.waits[number] = Wait(kind: kind, isPoll: isPoll, waiting: continuation)
          return true
        }
        if !isWaiting { continuation.resume() }
      }
    } onCancel: {
      guard hearsCancelling else { return }
      state.withLock { $0.waits.removeValue(forKey: number) }?.waiting.resume()
    }
  }

  private static func place(_ name: String, _ time: Int) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: Int64(time)), timestamp: 0, remoteID: RemoteID(name))
  }
}

/// Why a server does not answer a request.
private enum Trouble {
  /// Not now.
  case busy
  /// It rejects the credentials.
  case unauthorized

  var code: ExactString { self == .busy ? "503" : "401" }
}

extension SyncError {
  fileprivate init(_ trouble: Trouble) {
    self.init(trouble == .busy ? .transient : .unauthorized, code: trouble.code)
  }
}
