internal import Foundation
public import MessagingCore
internal import MessagingModel

/// A program in any language under test, which speaks lines of JSON over its standard input and
/// output (`Spec/guides/any-language.md`).
///
///     messaging-conformance run --command 'python3 my_adapter.py'
///
/// A store that is open has a process of its own. A process whose store was closed is asked to open
/// the next one; one whose store is to be killed gets SIGKILL.
public final class CommandSubject: RepositorySubject, OutsideSubject {
  public let name: String
  public let capabilities: Set<Capability>
  public let historiesMax: Int?
  public let roles: Set<Role>
  /// What is started, by the shell.
  public let command: String
  /// What a program outside can play.
  static let playable: [Role] = [.repository, .diff, .scroll, .window, .sending, .form]

  private let start: AdapterStart
  private let timeLimit: Duration
  private let idle = Locked<[AdapterSession]>([])
  private let trouble = Locked<AdapterTrouble?>(nil)

  /// Starts the program and asks who it is.
  ///
  /// - Parameters:
  ///   - command: a command line for the shell.
  ///   - timeLimit: for each answer, in real time; then it is *stuck*.
  /// - Throws: what went wrong, for people.
  public convenience init(command: String, timeLimit: Duration = .seconds(10)) async throws {
    try await self.init(command: command, timeLimit: timeLimit) {
      try AdapterProcess(command: command, onLine: $0, onEnd: $1)
    }
  }

  /// The same for something else than a program that is started by the shell.
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

  /// What a program that is no adapter wrote last to its standard error.
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

  /// A process that has no store open.
  private func session() async throws -> AdapterSession {
    // After the first trouble of a case nothing more is tried: each try may take the time limit.
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

  /// The same for those who cannot wait asynchronously.
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

  /// The process of a store that was closed.
  func takeBack(_ session: AdapterSession) { idle.withLock { $0.append(session) } }

  /// Remembers what went wrong, for the verdict on the case.
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
