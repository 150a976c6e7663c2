internal import Dispatch
internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A connection to one running adapter. It sends one request after another, and passes events to
/// listeners.
final class AdapterSession: Sendable {
  /// Receives the commits of an observer.
  typealias Listener = @Sendable (Commit) -> Void

  fileprivate struct State {
    var requests = 0
    /// The kind of the request that is in flight.
    var asked: String?
    var answer: AdapterLine?
    /// Blocks the thread that waits for the answer. It is left once.
    var waiter: DispatchGroup?
    var linesHeard = 0
    var listeners: [Int: Listener] = [:]
    var nextListener = 0
    var trouble: AdapterTrouble?
    /// Texts of messages in the last requests. Error messages must not contain them.
    var secrets: [String] = []
  }

  private let state = Locked(State())
  private let process = Locked<(any AdapterPeer)?>(nil)
  private let queue = DispatchQueue(label: "adapter", qos: .userInitiated)
  private let timeLimit: Duration
  /// The limit for the first answer. A program may need time to start, even if it answers fast
  /// later.
  private let startLimit: Duration

  /// Starts an adapter.
  ///
  /// - Parameter timeLimit: the limit for each answer, in real time.
  init(_ start: AdapterStart, timeLimit: Duration) throws {
    self.timeLimit = timeLimit
    startLimit = max(timeLimit, .seconds(10))
    let started = try start(
      { [weak self] in self?.hear($0) }, { [weak self] in self?.heardEnd($0) })
    process.withLock { $0 = started }
  }

  deinit { process.current?.kill() }

  /// Sends a request and waits for the answer.
  ///
  /// - Parameter members: writes the members of the request, without its id and kind.
  /// - Throws: `AdapterTrouble`. After that, the adapter gets no more requests.
  func ask(
    _ kind: String, _ members: @escaping @Sendable (inout CanonicalWriter) -> Void = { _ in }
  ) async throws -> AdapterLine {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try self.exchange(kind, members) })
      }
    }
  }

  /// The same, but blocks the thread until the answer comes.
  func askNow(
    _ kind: String, _ members: (inout CanonicalWriter) -> Void
  ) throws -> AdapterLine {
    try queue.sync { try exchange(kind, members) }
  }

  /// The same, but returns at once. The request is sent after those before it, and `then` gets the
  /// answer.
  func askLater(
    _ kind: String, _ members: @escaping @Sendable (inout CanonicalWriter) -> Void,
    then: @escaping @Sendable (Result<AdapterLine, any Error>) -> Void
  ) {
    queue.async { then(Result { try self.exchange(kind, members) }) }
  }

  /// Registers a listener, and returns the number of its observer.
  func listen(_ listener: @escaping Listener) -> Int {
    state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = listener
      return state.nextListener
    }
  }

  func stopListening(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

  /// Kills the process at once, without a warning, like a loss of power.
  func kill() { process.current?.kill() }

  /// Keeps texts of messages, to remove them from error output of the process. Texts below 4 bytes
  /// are ignored.
  func keepSecret(_ texts: [String]) {
    let long = texts.filter { $0.utf8.count >= 4 }
    guard !long.isEmpty else { return }
    state.withLock { $0.secrets = Array(($0.secrets + long).suffix(1_000)) }
  }

  private func exchange(
    _ kind: String, _ members: (inout CanonicalWriter) -> Void
  ) throws -> AdapterLine {
    let waiter = DispatchGroup()
    waiter.enter()
    let number = try state.withLock { state in
      if let trouble = state.trouble {
        waiter.leave()
        throw trouble
      }
      state.requests += 1
      (state.asked, state.answer, state.waiter) = (kind, nil, waiter)
      return state.requests
    }
    var writer = CanonicalWriter()
    writer.object { writer in
      writer.field("id", number)
      writer.field("do", ExactString(kind))
      members(&writer)
    }
    let timeLimit = number == 1 ? startLimit : timeLimit
    let deadline = ContinuousClock.now + timeLimit
    let isWritten = process.current?.write(writer.bytes, until: deadline) ?? false
    let milliseconds = Int(timeLimit / .milliseconds(1))
    let isAnswered = waiter.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    wake()
    let (answer, trouble) = state.withLock { state in
      defer { (state.asked, state.answer) = (nil, nil) }
      return (state.answer, state.trouble)
    }
    // An answer counts even if the process ended right after it.
    if let answer { return answer }
    throw fail(
      trouble
        ?? AdapterTrouble(
          "slow or stuck: the adapter did not \(isWritten ? "answer" : "take") request \(number) "
            + "('\(kind)') within \(timeLimit.inSeconds) s",
          isStuck: !isAnswered))
  }

  /// Ends the session because an answer does not fit its request. Returns the trouble to throw.
  func fail(_ what: String) -> AdapterTrouble {
    fail(AdapterTrouble("line \(state.current.linesHeard) of the adapter: \(what)"))
  }

  private func fail(_ trouble: AdapterTrouble) -> AdapterTrouble {
    process.current?.kill()
    let words = process.current?.lastWords ?? []
    return state.withLock { state in
      let told = AdapterTrouble(
        trouble.description, isStuck: trouble.isStuck,
        lastWords: words.map { state.withoutSecrets($0) })
      state.trouble = state.trouble.map { $0.lastWords.isEmpty ? told : $0 } ?? told
      return state.trouble ?? told
    }
  }

  // MARK: What comes in

  private func hear(_ bytes: [UInt8]) {
    let number = state.withLock { state in
      state.linesHeard += 1
      return state.linesHeard
    }
    do {
      let line = try AdapterLine(bytes)
      if line["event"] != nil { try hearEvent(line) } else { try hearAnswer(line) }
    } catch {
      note(AdapterTrouble("line \(number) of the adapter, \(bytes.count) bytes: \(error)"))
    }
  }

  private func hearAnswer(_ line: AdapterLine) throws {
    guard let bytes = line["id"] else {
      throw AdapterLine.Mistake(
        offset: 0, expected: "\"id\" with the number of the request, or \"event\"")
    }
    let id = try AdapterForm.read(Int.self, from: bytes, as: "id")
    try state.withLock { state in
      guard state.asked != nil, state.answer == nil, id == state.requests else {
        let asked = state.asked.map { "request \(state.requests) ('\($0)')" }
        throw AdapterLine.Mistake(
          offset: bytes.startIndex,
          expected: (asked.map { "the answer to \($0)" } ?? "no answer, because no request is open")
            + ", not one to request \(id)")
      }
      state.answer = line
    }
    wake()
  }

  /// Wakes the waiting thread. This is also necessary after a timeout, because a group must not be
  /// released while it is entered.
  private func wake() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.leave()
  }

  private func hearEvent(_ line: AdapterLine) throws {
    guard let kind = line["event"], Array(kind) == Array("\"commit\"".utf8),
      let observer = line["observer"], let commit = line["commit"]
    else {
      throw AdapterLine.Mistake(
        offset: 0, expected: "\"event\":\"commit\" with \"observer\" and \"commit\"")
    }
    let number = try AdapterForm.read(Int.self, from: observer, as: "observer")
    let news = try AdapterForm.read(Commit.self, from: commit, as: "commit")
    // Commits for an observer that was removed meanwhile are ignored.
    state.current.listeners[number]?(news)
  }

  private func heardEnd(_ end: AdapterProcess.End) {
    let asked = state.current.asked
    let how =
      switch end {
      case .exited(let status): "ended with status \(status)"
      case .killed(let signal): "was ended by signal \(signal)"
      }
    let place = asked.map { " in request \(state.current.requests) ('\($0)')" } ?? ""
    note(AdapterTrouble("the adapter \(how)\(place)"))
  }

  private func note(_ trouble: AdapterTrouble) {
    let isAsked = state.withLock { state in
      if state.trouble == nil { state.trouble = trouble }
      return state.asked != nil && state.answer == nil
    }
    if isAsked { wake() }
  }
}

extension AdapterSession.State {
  /// Returns a line without the texts of messages.
  fileprivate func withoutSecrets(_ line: String) -> String {
    secrets.reduce(line) { $0.replacingOccurrences(of: $1, with: "…") }
  }
}

extension Duration {
  /// The duration in seconds, for messages: `10`, `0.5`.
  fileprivate var inSeconds: String {
    let milliseconds = Int(self / .milliseconds(1))
    return milliseconds % 1_000 == 0
      ? "\(milliseconds / 1_000)" : "\(Double(milliseconds) / 1_000)"
  }
}
