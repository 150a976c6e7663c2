public import MessagingCore
public import MessagingModel

/// A send worker that keeps what is unsent in a store of its own, under test. For most workers
/// ``SendWorkerSubject`` is simpler: a worker reads `ports.repository`.
///
///     struct MySending: OwnOutboxSubject {
///       let name = "MySending"
///       func sendWorker(
///         _ ports: SendPorts, policy: SendPolicy, seed: UInt64,
///         in environment: ConformanceEnvironment
///       ) -> any SendWorker {
///         let table = MyTable(environment.file("outbox.sqlite"))
///         return OutboxMirror(ports, table, worker: MyWorker(ports, table))
///       }
///     }
///
/// Declare ``Capability/sendingFiles`` if it uploads. Do not declare ``Capability/sendingEdits``:
/// the mirror has messages alone.
///
/// The worker under test takes its work from the table, and calls `ports.transport`,
/// `ports.connectivity` and `ports.clock`. The ``OutboxMirror`` hands over what the suite accepts,
/// cancels and retries, and stores the outcomes where the suite reads them.
public protocol OwnOutboxSubject: SendWorkerSubject {
  /// A worker that does not run yet, usually an ``OutboxMirror``. Called at each start of the
  /// process.
  ///
  /// - Parameter environment: of the case; its folder has what an earlier start stored there.
  func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64, in environment: ConformanceEnvironment
  ) -> any SendWorker
}

extension OwnOutboxSubject {
  /// The worker of a device on which nothing is stored.
  public func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    sendWorker(ports, policy: policy, seed: seed, in: ConformanceEnvironment(seed: seed))
  }
}

/// The store of a send worker that no one else reads, as the suite sees it.
///
/// Its calls are synchronous: an answer on another queue would wake the worker behind the suite's
/// back. If a call throws, the mirror makes it again later.
public protocol OwnOutbox: Sendable {
  /// Everything in the store, in the order in which it was accepted.
  func rows() throws -> [OwnOutboxRow]
  /// Stores what the user did, all of it or nothing, and wakes the worker. An order that was taken
  /// before changes nothing.
  func take(_ orders: [OutboxOrder]) throws
  /// A value at once, and after each change of the rows.
  func changes() -> AsyncStream<Void>
}

/// What a store of a worker has of one message.
public struct OwnOutboxRow: Hashable, Sendable {
  /// How far the message is.
  public enum State: Hashable, Sendable {
    /// To be sent, or in flight.
    case waiting
    case failed(FailureReason)
    /// The server has it, at this place.
    case sent(ServerPosition)
    /// Cancelled, and perhaps at the server: it is to be deleted there.
    case retracting
    /// Cancelled, and not at the server.
    case retracted
  }

  public let key: MessageKey
  public let state: State

  public init(_ key: MessageKey, _ state: State) {
    (self.key, self.state) = (key, state)
  }
}

/// What the user did to an unsent message.
public enum OutboxOrder: Hashable, Sendable {
  /// A new message, behind all that are there.
  case send(Message)
  /// One that failed is to be sent again.
  case retry(MessageKey)
  /// One is not wanted any more. If the server may have it, it is to be deleted there.
  case cancel(MessageKey)
  /// Nothing is left to do: its row may be deleted.
  case drop(MessageKey)
}

extension SendSubject {
  /// What sends, in the environment of a case; asked at each start of the process.
  func begin(
    _ policy: SendPolicy, seed: UInt64, in environment: ConformanceEnvironment
  ) -> any SendDeciding {
    guard #available(macOS 15, iOS 18, *), let own = self as? any OwnOutboxSubject else {
      return sendDeciding(policy, seed: seed)
    }
    return DrivenWorker { own.sendWorker($0, policy: policy, seed: seed, in: environment) }
  }
}
