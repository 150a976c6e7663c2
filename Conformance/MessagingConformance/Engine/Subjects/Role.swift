/// A part of a messaging client that can be checked alone; each area of the Spec asks one.
public enum Role: String, CaseIterable, Hashable, Comparable, Sendable {
  /// Stores and reads messages.
  case repository
  /// Makes rows of what is stored.
  case rows
  /// Says how one list of rows becomes the next.
  case diff
  /// Keeps the row that somebody reads where it is.
  case scroll
  /// Decides which stretch of a conversation is shown.
  case window
  /// Decides what is sent, and when.
  case sending
  /// Does what was decided: whole, with its tasks.
  case worker

  /// Whether a subject has what the role needs.
  func canBePlayed(by subject: any ConformanceSubject) -> Bool {
    switch self {
    case .repository: subject is any RepositorySubject
    case .rows: subject is any RowsSubject
    case .diff: subject is any DiffSubject
    case .scroll: subject is any ScrollSubject
    case .window: subject is any WindowSubject
    case .sending:
      subject is any SendSubject && (!(subject is any SendWorkerSubject) || WorkerDrive.isPossible)
    case .worker: subject is any SendWorkerSubject && WorkerDrive.isPossible
    }
  }

  /// As declared.
  public static func < (a: Role, b: Role) -> Bool { a.ordinal < b.ordinal }

  private var ordinal: Int { Role.allCases.firstIndex(of: self) ?? Role.allCases.count }
}

extension Set<Role> {
  /// The names, in order: `rows diff`.
  var names: String { sorted().map(\.rawValue).joined(separator: " ") }
}
