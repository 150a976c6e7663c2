internal import Foundation
public import MessagingCore
internal import MessagingModel

/// A program under test, in any language, that speaks lines of JSON over its standard input and
/// output (`Spec/guides/any-language.md`).
///
///     messaging-conformance run --command 'python3 my_adapter.py'
///
/// Each open store has a process of its own. After a store was closed, its process is used for the
/// next store. To kill a store, the suite sends SIGKILL to its process.
public final class CommandSubject: RepositorySubject, OutsideSubject {
  public let name: String
  public let capabilities: Set<Capability>
  public let historiesMax: Int?
  public let roles: Set<Role>
  /// The command line that the shell starts.
  public let command: String
  /// The roles that an outside program can play.
  static let playable: [Role] = [.repository, .diff, .scroll, .window, .sending, .form]

  private let start: AdapterStart
  private let timeLimit: Duration
  private let idle = Locked<[AdapterSession]>([])
  private let trouble = Locked<AdapterTrouble?>(nil)

  /// Starts the program and sends it `hello`.
  ///
  /// - Parameters:
  ///   - command: a command line for the shell.
  ///   - timeLimit: the limit for each answer, in real time. A case that exceeds it is *stuck*.
  /// - Throws: an error whose description says what went wrong.
  public convenience init(command: String, timeLimit: Duration = .seconds(10)) async throws {
    try await self.init(command: command, timeLimit: timeLimit) {
      try AdapterProcess(command: command, onLine: $0, onEnd: $1)
    }
  }

  /// The same for a peer that is not a program started by the shell.
  init(command: String, timeLimit: Duration, _ start: @escaping AdapterStart) async throws {
    self.command = command
    self.timeLimit = timeLimit
    self.start = start
    let session = try AdapterSession(start, timeLimit: timeLimit)
    let hello = try await AdapterHello(of: session)
    (name, capabilities) = (hello.name, hello.capabilities)
    (roles, historiesMax) = (hello.roles, hello.historiesMax)
    idle.withLock { $0.append(session) }
  }

  /// Returns the last lines of the standard error of a program that failed; empty for another
  /// error.
  public static func lastWords(of error: any Error) -> [String] {
    (error as? AdapterTrouble)?.lastWords ?? []
  }

  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    let session = try await session()
    let repository = CommandRepository(session, of: self)
    let directory = environment.directory.path
    try await repository.open(directory, owner: environment.owner, seed: environment.seed)
    return repository
  }

  /// Returns a process without an open store.
  private func session() async throws -> AdapterSession {
    // After the first trouble of a case no other process is tried, because each may take the whole
    // time limit.
    if let trouble = trouble.current { throw trouble }
    if let session = idle.withLock({ $0.popLast() }) { return session }
    do {
      let session = try AdapterSession(start, timeLimit: timeLimit)
      try compare(try await AdapterHello(of: session), of: session)
      return session
    } catch let found as AdapterTrouble {
      throw note(found)
    }
  }

  /// The same, for callers that cannot use `await`.
  func sessionNow() throws -> AdapterSession {
    if let trouble = trouble.current { throw trouble }
    if let session = idle.withLock({ $0.popLast() }) { return session }
    let session = try AdapterSession(start, timeLimit: timeLimit)
    try compare(try AdapterHello(now: session), of: session)
    return session
  }

  private func compare(_ hello: AdapterHello, of session: AdapterSession) throws {
    guard hello.name == name, hello.roles == roles, hello.capabilities == capabilities else {
      throw session.fail("expected the same answer to 'hello' as from the first process")
    }
  }

  /// Takes the process of a closed store back, to use it again.
  func takeBack(_ session: AdapterSession) { idle.withLock { $0.append(session) } }

  /// Keeps the first trouble of a case, for its result.
  @discardableResult
  func note(_ found: AdapterTrouble) -> AdapterTrouble {
    trouble.withLock { $0 = $0 ?? found }
    return found
  }

  func takeTrouble() -> AdapterTrouble? {
    trouble.withLock { trouble in
      defer { trouble = nil }
      return trouble
    }
  }
}
