public import MessagingCore
public import MessagingModel

/// A complete send worker, under test: the areas WORKER, SEND and MEDIA, played through its ports.
///
///     struct MySending: SendWorkerSubject {
///       let name = "MySending"
///       func sendWorker(_ ports: SendPorts, policy: SendPolicy, seed: UInt64) -> any SendWorker {
///         MyWorker(ports, policy, seed)
///       }
///     }
///
/// Declare ``Capability/sendingEdits`` if it also sends edits, deletions and reactions,
/// ``Capability/sendingFiles`` if it uploads files, ``Capability/sendingCredentials`` if it stops
/// at rejected credentials, and ``Capability/sendingDiagnosis`` if it is a
/// `SendDiagnosisReporting`.
///
/// The subject works over the reference repository, or over its own repository if that is durable.
/// The suite runs it on its own executor until it rests. The worker's tasks must be children of
/// `run()` (task groups, `async let`), and it must wait only on `ports.clock`. Before macOS 15 and
/// iOS 18 there are no such executors, and the subject does not play this role.
public protocol SendWorkerSubject: SendSubject {
  /// Returns a worker that does not run yet. Called at each start of the process.
  func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker
}

extension SendWorkerSubject {
  /// Wraps the worker so that it can be played like a queue.
  public func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    drivenWorker(policy, seed: seed)
  }

  fileprivate func drivenWorker(_ policy: SendPolicy, seed: UInt64) -> any WorkerDriving {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenWorker() }
    return DrivenWorker { sendWorker($0, policy: policy, seed: seed) }
  }
}

/// The worker of a subject that brings its decision logic for the rules of sending.
struct WorkerAlone: SendSubject {
  let subject: any SendWorkerSubject

  var name: String { subject.name }
  var capabilities: Set<Capability> { subject.capabilities }

  func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    subject.drivenWorker(policy, seed: seed)
  }
}

/// Whether complete workers can be checked on this system.
enum WorkerDrive {
  static var isPossible: Bool {
    if #available(macOS 15, iOS 18, *) { true } else { false }
  }
}

/// Stands for a worker on a system that cannot drive it. The case reports the reason in
/// ``trouble``.
private final class UndrivenWorker: WorkerDriving {
  let trouble: String? = "a whole worker needs macOS 15, iOS 18 or Linux to be checked"
  let nextDeadline: Int64? = nil
  let wokeByItself = false
  let diagnosis: SendDiagnosis? = nil

  func handle(_ event: SendEvent, at now: Int64) -> [SendAction] { [] }
  func note(_ commit: Commit) {}
  func takeQuestions() -> [StoreQuestion] { [] }
  func answer(_ question: StoreQuestion, _ answer: WorkerAnswer) -> [SendAction] { [] }
  func discarded(_ message: MessageKey) -> [SendAction] { [] }
  let hasBegun = false
  func begin(_ count: Int) {}
  func cancel() {}
  func restart() {}
  func keepStoppedUploads() {}
  func closeStore() {}
  let endedRuns = 0
}
