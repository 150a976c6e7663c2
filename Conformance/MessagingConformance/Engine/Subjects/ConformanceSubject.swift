public import MessagingCore

/// A subject under test: its name and its claims. It also conforms to the protocols of the roles
/// that it plays, one or several: ``RepositorySubject``, ``DiffSubject`` and so on.
///
/// It runs the cases of the areas of its roles, and no others.
public protocol ConformanceSubject: Sendable {
  /// The first part of the subject's case ids. Use letters, digits and dashes.
  var name: String { get }

  /// The capabilities that the subject has beyond the core; none by default. Requirements that need
  /// another capability are `unsupported`.
  var capabilities: Set<Capability> { get }

  /// The maximum number of random histories that a property tries for each seed. `nil`, the
  /// default, sets no limit. Set a limit if opening a store takes milliseconds. `--seeds` then
  /// still adds more histories.
  ///
  /// A finite table of histories, such as all orders of six messages, is played in full, whatever
  /// this value is. At most this many of them, for each seed, get a store of their own. The others
  /// reuse a store that has forgotten everything.
  var historiesMax: Int? { get }

  /// The roles that the subject plays: by default all whose protocols it conforms to. Return fewer
  /// if a type conforms to more roles than it should be checked in.
  var roles: Set<Role> { get }
}

extension ConformanceSubject {
  public var capabilities: Set<Capability> { [] }

  public var historiesMax: Int? { nil }

  public var roles: Set<Role> { Set(Role.all.filter { $0.isPlayed(self) }) }

  /// Returns the subject as the protocol of a role. Cases are planned only for roles that the
  /// subject plays.
  func playing<Part>(_: Part.Type = Part.self) throws -> Part {
    guard let part = self as? Part else {
      throw SubjectError(description: "\(name) is not a \(Part.self)")
    }
    return part
  }
}

/// A repository under test.
///
///     struct MyChat: RepositorySubject {
///       let name = "MyChat"
///       let capabilities = Profile.standard.capabilities
///       func repository(
///         in environment: ConformanceEnvironment
///       ) async throws -> any MessageRepository {
///         try await MyStore(folder: environment.directory, owner: environment.owner)
///       }
///     }
///
/// The engine closes a repository and opens it again (`reopen`), or drops it without closing it
/// (`kill`). The subject only opens. Each case gets its own environment.
public protocol RepositorySubject: ConformanceSubject {
  /// Opens the store in the environment, or creates it if there is none.
  ///
  /// - Throws: any error; the case then ends as `error`.
  func repository(in environment: ConformanceEnvironment) async throws -> any MessageRepository
}

/// A store of rows under test: the narrower API. The suite builds the repository over it, and the
/// engine can make its operations fail.
public protocol StorageSubject: RepositorySubject {
  /// Opens the store of rows in the environment, or creates it if there is none.
  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage
}

extension StorageSubject {
  /// Opens a ``StoredRepository`` over the rows, with the environment's faults in between.
  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    let storage = try await storage(in: environment)
    return try await StoredRepository(
      over: environment.withFaults(storage), owner: environment.owner,
      announcing: environment.announcements)
  }
}
