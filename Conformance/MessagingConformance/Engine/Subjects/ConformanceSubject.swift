public import MessagingCore

/// What is under test: a name and what it claims. What it *is* say the protocols of
/// the roles that it plays: ``RepositorySubject``, ``DiffSubject`` and so on, one or several.
///
/// It gets the cases of the areas of its roles and no others.
public protocol ConformanceSubject: Sendable {
  /// The first part of its case ids: letters, digits and dashes.
  var name: String { get }

  /// What it can do beyond the core; nothing, by default. What is not declared is `unsupported`.
  var capabilities: Set<Capability> { get }

  /// The most random histories that a property tries for each seed; `nil`, the default, for as many
  /// as it asks for. Say a number where opening a store takes milliseconds; `--seeds` then widens
  /// what is tried.
  ///
  /// Tables with an end, such as all orders of six messages, are played whole whatever it says: so
  /// many of their histories in stores of their own, the others in one that has forgotten those
  /// before.
  var historiesMax: Int? { get }

  /// The roles that it plays: by default those whose protocols it conforms to. Say fewer where a
  /// type could play more than it is asked to.
  var roles: Set<Role> { get }
}

extension ConformanceSubject {
  public var capabilities: Set<Capability> { [] }

  public var historiesMax: Int? { nil }

  public var roles: Set<Role> { Set(Role.all.filter { $0.isPlayed(self) }) }

  /// The subject in a role; cases are only planned for those that play it.
  func playing<Part>(_: Part.Type = Part.self) throws -> Part {
    guard let part = self as? Part else {
      throw SubjectError(description: "\(name) is not a \(Part.self)")
    }
    return part
  }
}

/// A repository under test: how to open it.
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
/// (`kill`); the subject only opens. Each case gets an environment of its own.
public protocol RepositorySubject: ConformanceSubject {
  /// Opens the store that lies in the environment, or begins one there.
  ///
  /// - Throws: anything; the case ends as `error`.
  func repository(in environment: ConformanceEnvironment) async throws -> any MessageRepository
}

/// A store of rows under test: the narrower way in. The repository is built over it, and the
/// engine can make its operations fail.
public protocol StorageSubject: RepositorySubject {
  /// Opens the rows that lie in the environment.
  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage
}

extension StorageSubject {
  /// A ``StoredRepository`` over the rows, with the environment's faults in between.
  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    let storage = try await storage(in: environment)
    return try await StoredRepository(
      over: environment.withFaults(storage), owner: environment.owner,
      announcing: environment.announcements)
  }
}
