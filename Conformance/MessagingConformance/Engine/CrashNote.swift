internal import Foundation

/// The last words of a process that crashes: which case ran. Where it is asked to, the process then
/// begins anew, and the case has the crash as its verdict.
///
/// When a signal comes, nothing may be allocated and no lock be taken: all that is said is prepared
/// in memory that is never freed, and known by its address.
package enum CrashNote {
  /// Under this name the next process finds what became of this one.
  private static let variable = "CONFORMANCE_CRASHED"
  /// The most bytes of a text.
  private static let most = 8_192
  private static let words = address(most)
  private static let entry = address(most)

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// What became of the processes before this one.
  package static var crashes: [Crash] {
    let text = ProcessInfo.processInfo.environment[variable] ?? ""
    return text.split(separator: ";").compactMap { Crash($0) }
  }

  /// Says which case ran when the process crashes.
  ///
  /// - Parameter restarting: whether the process begins anew with the same command line.
  package static func watch(restarting: Bool) {
    prepare([], after: [])
    NextProcess.prepare(entry: restarting ? entry : nil, replacing: variable)
    for number in signals { _ = signal(number) { CrashNote.end($0) } }
  }

  /// Prepares what would be said now.
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
    // The first byte comes last: what is half written is not said.
    memory[0] = 0
    for (index, byte) in bytes.enumerated().dropFirst() { memory[index] = byte }
    memory[0] = bytes[0]
  }
}

/// The process that takes the place of one that crashed: what `execve` needs, prepared in memory
/// that is never freed.
private enum NextProcess {
  typealias Text = UnsafeMutablePointer<CChar>
  typealias Texts = UnsafeMutablePointer<Text?>

  /// Where path, arguments and environment lie; none of them if there shall be no such process.
  private static let address: Int = {
    let all = UnsafeMutablePointer<Texts?>.allocate(capacity: 3)
    all.initialize(repeating: nil, count: 3)
    return Int(bitPattern: all)
  }()

  /// Prepares one with the same command line and environment.
  ///
  /// - Parameters:
  ///   - entry: where one more entry of its environment will lie; `nil` for no process.
  ///   - variable: what that entry replaces.
  static func prepare(entry: Int?, replacing variable: String) {
    guard let all = UnsafeMutablePointer<Texts?>(bitPattern: address), let entry,
      let path = Bundle.main.executablePath
    else { return }
    let environment = ProcessInfo.processInfo.environment.filter { $0.key != variable }
    all[2] = texts(environment.map { "\($0.key)=\($0.value)" }, and: Text(bitPattern: entry))
    all[1] = texts(CommandLine.arguments, and: nil)
    all[0] = texts([path], and: nil)
  }

  /// Begins it, if there shall be one; it allocates nothing.
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
