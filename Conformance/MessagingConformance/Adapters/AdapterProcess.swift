internal import Dispatch
internal import Foundation
internal import MessagingCore

/// A running adapter: it reads lines, writes lines, and its standard error is kept.
///
/// It runs in a process group of its own, so that killing it also kills every process that it
/// started.
final class AdapterProcess: Sendable {
  /// The longest accepted line, in bytes. It is larger than any page of messages.
  static let lineMax = 1 << 28
  /// The number of lines of the standard error that are kept.
  static let lastWordsMax = 12

  /// How a process ended.
  enum End: Hashable, Sendable {
    case exited(CInt)
    case killed(by: CInt)

    init(status: CInt) {
      let signal = status & 0x7F
      self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(by: signal)
    }
  }

  fileprivate struct State {
    var input: CInt?
    /// How many calls write to the input now.
    var writers = 0
    var closesInput = false
    var lastWords: [String] = []
    var isEnding = false
  }

  private let process: pid_t
  private let state: Locked<State>
  /// Entered until the process has ended and its output was read.
  private let ended = DispatchGroup()
  /// The thread that reads the output.
  private let reader = Locked<ObjectIdentifier?>(nil)

  #if os(macOS) || os(Linux)
    /// Starts a command line of the shell.
    ///
    /// - Parameters:
    ///   - onLine: called with each line of the standard output, one after another.
    ///   - onEnd: called once, when the process has ended and its output was read.
    init(
      command: String, onLine: @escaping @Sendable ([UInt8]) -> Void,
      onEnd: @escaping @Sendable (End) -> Void
    ) throws {
      // Writing to a process that has ended must not end this process.
      _ = signal(SIGPIPE, SIG_IGN)
      let pipes = try (0..<3).map { _ in try AdapterPipe() }
      let started = AdapterProcess.spawn(command, pipes)
      for (index, pipe) in pipes.enumerated() { close(index == 0 ? pipe.output : pipe.input) }
      guard let started else {
        for (index, pipe) in pipes.enumerated() { close(index == 0 ? pipe.input : pipe.output) }
        throw AdapterTrouble("'\(command)' cannot be started")
      }
      process = started
      let input = pipes[0].input
      _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
      state = Locked(State(input: input))
      let (output, errors, ended, state) = (pipes[1].output, pipes[2].output, ended, state)
      let reader = reader
      let said = DispatchGroup()
      said.enter()
      ended.enter()
      Thread.detachNewThread {
        reader.withLock { $0 = ObjectIdentifier(Thread.current) }
        AdapterProcess.readLines(of: output, onLine)
        close(output)
        var status: CInt = 0
        while waitpid(started, &status, 0) < 0, errno == EINTR {}
        // Its last error lines belong to its end. A process that it started may hold the pipe open
        // longer.
        _ = said.wait(timeout: .now() + .seconds(1))
        onEnd(End(status: status))
        ended.leave()
      }
      Thread.detachNewThread {
        AdapterProcess.readLines(of: errors) { line in
          let text = String(decoding: line.prefix(2_000), as: UTF8.self)
          state.withLock { state in
            state.lastWords.append(text)
            if state.lastWords.count > AdapterProcess.lastWordsMax { state.lastWords.removeFirst() }
          }
        }
        close(errors)
        said.leave()
      }
    }

    /// - Returns: the process id; `nil` if the process could not be started.
    private static func spawn(_ command: String, _ pipes: [AdapterPipe]) -> pid_t? {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, pipes[0].output, 0)
      posix_spawn_file_actions_adddup2(&actions, pipes[1].input, 1)
      posix_spawn_file_actions_adddup2(&actions, pipes[2].input, 2)
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var defaults = sigset_t()
      sigemptyset(&defaults)
      sigaddset(&defaults, SIGPIPE)
      posix_spawnattr_setsigdefault(&attributes, &defaults)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(
        &attributes, numericCast(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
      let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
      let arguments: [String] = ["/bin/sh", "-c", command]
      let texts = arguments.map { strdup($0) } + [nil]
      let variables = environment.map { strdup($0) } + [nil]
      defer { for text in texts + variables { free(text) } }
      var process: pid_t = 0
      let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, texts, variables)
      return result == 0 ? process : nil
    }

    private static func readLines(of file: CInt, _ take: ([UInt8]) -> Void) {
      var line: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        var rest = buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          take(line + rest[..<end])
          line = []
          rest = rest[(end + 1)...]
        }
        line += rest
        // A longer line is not read to its end. It is then not a valid line.
        if line.count > lineMax { break }
      }
      if !line.isEmpty { take(line) }
    }

    /// Writes a line.
    ///
    /// - Returns: whether the process took the whole line before the deadline.
    func write(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
      guard let input = state.withLock({ $0.beginWriting() }) else { return false }
      defer { if let input = state.withLock({ $0.endWriting() }) { close(input) } }
      var rest = (line + [UInt8(ascii: "\n")])[...]
      while !rest.isEmpty {
        let count = writeSome(of: rest, to: input)
        if count > 0 {
          rest = rest.dropFirst(count)
          continue
        }
        guard errno == EAGAIN || errno == EINTR else { return false }
        let left = (deadline - .now).components
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        guard milliseconds > 0 else { return false }
        var ready = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, CInt(clamping: milliseconds))
      }
      return true
    }

    /// Kills the process and everything that it started. Waits up to 5 s until it has ended, except
    /// on the thread that reads its output: the process ends after that thread.
    func kill() {
      let isFirst = state.withLock { state in
        defer { state.isEnding = true }
        return !state.isEnding
      }
      guard isFirst else { return }
      killGroup(process)
      closeInput()
      guard reader.current != ObjectIdentifier(Thread.current) else { return }
      _ = ended.wait(timeout: .now() + .seconds(5))
    }

    /// Closes the standard input, so that the process ends by itself. A call that writes to it now
    /// closes it afterwards: until then its number must not belong to another file.
    func closeInput() {
      let input = state.withLock { state in
        state.closesInput = true
        return state.takeUnusedInput()
      }
      if let input { close(input) }
    }
  #else
    init(
      command: String, onLine: @escaping @Sendable ([UInt8]) -> Void,
      onEnd: @escaping @Sendable (End) -> Void
    ) throws {
      throw AdapterTrouble("a program cannot start another one on this system")
    }

    func write(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> Bool { false }

    func kill() {}

    func closeInput() {}
  #endif

  /// The last lines of the standard error.
  var lastWords: [String] { state.current.lastWords }
}

extension AdapterProcess.State {
  /// - Returns: where to write; `nil` if the input is closed, or will be.
  fileprivate mutating func beginWriting() -> CInt? {
    guard !closesInput, let input else { return nil }
    writers += 1
    return input
  }

  /// - Returns: the input, if it is now to be closed.
  fileprivate mutating func endWriting() -> CInt? {
    writers -= 1
    return closesInput ? takeUnusedInput() : nil
  }

  fileprivate mutating func takeUnusedInput() -> CInt? {
    guard writers == 0 else { return nil }
    defer { input = nil }
    return input
  }
}

#if os(macOS) || os(Linux)
  private func writeSome(of bytes: ArraySlice<UInt8>, to file: CInt) -> Int {
    bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  }

  private func killGroup(_ process: pid_t) { _ = kill(-process, SIGKILL) }

  /// A pipe that other processes do not inherit.
  private struct AdapterPipe {
    let output: CInt
    let input: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { throw AdapterTrouble("cannot open a pipe to the adapter") }
      (output, input) = (ends[0], ends[1])
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
  }
#endif
