public import MessagingCore
public import MessagingModel

/// A type that decides what is sent, under test: the areas SEND and MEDIA.
///
///     struct MySending: SendSubject {
///       let name = "MySending"
///       func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
///         MyQueue(policy, seed)
///       }
///     }
///
/// Declare ``Capability/sendingEdits`` if it also sends edits, deletions and reactions,
/// ``Capability/sendingFiles`` if it uploads files, ``Capability/sendingCredentials`` if it stops
/// at rejected credentials, and ``Capability/sendingDiagnosis`` if the queue is a `SendDiagnosing`.
/// For a complete worker, use ``SendWorkerSubject``.
///
/// The subject works over the reference repository, or over its own repository if that is durable.
public protocol SendSubject: ConformanceSubject {
  /// Returns a queue in its initial state. Called at each start of the process.
  func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding
}

extension SendSubject {
  /// The store that it sends from.
  var store: any RepositorySubject {
    guard let own = self as? any RepositorySubject, own.roles.contains(.repository),
      own.capabilities.contains(.durable)
    else {
      return ReferenceSubject()
    }
    return own
  }
}
