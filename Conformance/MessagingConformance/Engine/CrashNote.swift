internal import Foundation

/// A note about a crash: which case ran when the process crashed. If requested, the process then
/// starts again with the same command line, and the case gets the crash as its result.
///
/// A signal handler must not allocate memory or take a lock. All text is therefore prepared in
/// memory that is never freed, and is reached through its address.
package enum CrashNote {
  /// The environment variable in which the next process finds the crashes so far.
  private static let variable = "CONFORMANCE_CRASHED"
  /// The size of each text buffer, in bytes.
  private static let most = 8_192
  private static let words = address(most)
  private static let entry = address(most)

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// The crashes of the processes before this one.
  package static var crashes: [Crash] {
    let text = ProcessInfo.processInfo.environment[variable] ?? ""
    return text.split(separator: ";").compactMap { Crash($0) }
  }

  /// Writes the running case to the standard error if the process crashes.
  ///
  /// - Parameter restarting: whether the process then starts again with the same command line.
  package static func watch(restarting: Bool) {
    prepare([], after: [])
    NextProcess.prepare(entry: restarting ? entry : nil, replacing: variable)
    for number in signals { _ = signal(number) { CrashNote.end($0) } }
  }

  /// Prepares the note for a crash from now on.
  static func prepare(_ running: [CaseID], after crashes: [Crash]) {
    let names = running.map(\.description)
    guard !names.isEmpty else { return put("", at: words) }
    let all = crashes + [Crash(cases: names, signal: 0)]
    put("\(variable)=" + all.map(\.description).joined(separator: ";"), at: entry)
    put("\nThe process crashed under \(names.joined(separator: ", ")).\n", at: words)
  }

  private static func end(_ number: Int32) {
    _ = signal(number, SIG_DFL)
    guard let words = UnsafeMutablePointer<CChar>(bitPattern: words), words[0] != 0 else { return }
    _ = write(STDERR_FILENO, words, strlen(words))
    guard let entry = UnsafeMutablePointer<CChar>(bitPattern: entry) else { return }
    let length = strlen(entry)
    entry[length - 2] = CChar(48 + number / 10)
    entry[length - 1] = CChar(48 + number % 10)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    NextProcess.begin()
  }

  private static func address(_ size: Int) -> Int {
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: size)
    memory.initialize(repeating: 0, count: size)
    return Int(bitPattern: memory)
  }

  private static func put(_ text: String, at address: Int) {
    guard let memory = UnsafeMutablePointer<CChar>(bitPattern: address) else { return }
    let bytes = text.utf8.prefix(most - 1).map { CChar(bitPattern: $0) } + [0]
    // The first byte is written last, so that a half-written text is never printed.
    memory[0] = 0
    for (index, byte) in bytes.enumerated().dropFirst() { memory[index] = byte }
    memory[0] = bytes[0]
  }
}

/// The process that replaces one that crashed: the arguments of `execve`, prepared in memory that
/// is never freed.
private enum NextProcess {
  typealias Text = UnsafeMutablePointer<CChar>
  typealias Texts = UnsafeMutablePointer<Text?>

  /// The address of the path, the arguments and the environment. All are `nil` if no process shall
  /// start.
  private static let address: Int = {
    let all = UnsafeMutablePointer<Texts?>.allocate(capacity: 3)
    all.initialize(repeating: nil, count: 3)
    return Int(bitPattern: all)
  }()

  /// Prepares a process with the same command line and environment.
  ///
  /// - Parameters:
  ///   - entry: the address of one more entry of its environment; `nil` for no process.
  ///   - variable: the environment variable that the entry replaces.
  static func prepare(entry: Int?, replacing variable: String) {
    guard let all = UnsafeMutablePointer<Texts?>(bitPattern: address), let entry,
      let path = Bundle.main.executablePath
    else { return }
    let environment = ProcessInfo.processInfo.environment.filter { $0.key != variable }
    all[2] = texts(environment.map { "\($0.key)=\($0.value)" }, and: Text(bitPattern: entry))
    all[1] = texts(CommandLine.arguments, and: nil)
    all[0] = texts([path], and: nil)
  }

  /// Starts the process if one was prepared. It allocates no memory.
  static func begin() {
    guard let all = UnsafeMutablePointer<Texts?>(bitPattern: address),
      let path = all[0]?[0], let arguments = all[1], let environment = all[2]
    else { return }
    execve(path, arguments, environment)
  }

  private static func texts(_ texts: [String], and last: Text?) -> Texts {
    let memory = Texts.allocate(capacity: texts.count + 2)
    memory.initialize(repeating: nil, count: texts.count + 2)
    for (index, text) in texts.enumerated() { memory[index] = strdup(text) }
    memory[texts.count] = last
    return memory
  }
}
