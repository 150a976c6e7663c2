/// What a sender of messages still has to do, and what holds it up: for a diagnostics screen and
/// for logs (`SEND-107` … `SEND-110`). It contains ids and codes, never what people wrote.
///
/// All times are milliseconds of the clock that drives the queue.
public struct SendDiagnosis: Hashable, Sendable {
  /// Why a conversation does not continue.
  public enum Obstacle: Hashable, Sendable {
    /// There is no network (`SEND-022`).
    case offline
    /// The server rejects the credentials, and there are no new ones yet (`SEND-112`).
    case needsSignIn
    /// Sending is paused (`SEND-031`).
    case paused
    /// The store could not be read or written (`SEND-033`).
    case store
    /// This message or change failed. What comes after a failed message waits until somebody
    /// retries, edits or deletes it, unless the policy skips it (`SEND-010`).
    case failed(MessageID)
    /// An attempt failed; the key of the message or of the change (`SEND-023`).
    case attempt(MessageID)
    /// A file of this message is being uploaded, or waits for its next attempt (`SEND-012`).
    case upload(MessageID)
    /// This message refers to one that is not sent yet (`SEND-048`).
    case target(MessageID)
  }

  /// A conversation in which something is unsent.
  public struct Conversation: Hashable, Sendable {
    public let id: ConversationID
    /// Messages that the server does not have.
    public let messages: Int
    /// Unsent edits, deletions and reactions of messages that the server has.
    public let changes: Int
    /// Cancelled messages whose retraction the server has not taken yet.
    public let retractions: Int
    /// How many of all these have failed and wait for a person.
    public let failed: Int
    /// Whether each count is a lower bound.
    public let isLowerBound: Bool
    /// What holds the conversation up; `nil` while something is in flight or about to be.
    public let obstacle: Obstacle?
    /// When something is tried again; `nil` for not before an event.
    public let nextAttempt: Int64?
    /// The code of the last error of what is in flight or waits; `nil` for none.
    public let lastError: ExactString?

    public init(
      id: ConversationID, messages: Int, changes: Int = 0, retractions: Int = 0, failed: Int = 0,
      isLowerBound: Bool = false, obstacle: Obstacle? = nil, nextAttempt: Int64? = nil,
      lastError: ExactString? = nil
    ) {
      self.id = id
      self.messages = messages
      self.changes = changes
      self.retractions = retractions
      self.failed = failed
      self.isLowerBound = isLowerBound
      self.obstacle = obstacle
      self.nextAttempt = nextAttempt
      self.lastError = lastError
    }
  }

  /// Whether the sender runs. If not, the other members mean nothing.
  public let isRunning: Bool
  public let isOnline: Bool
  /// Whether the server rejected the credentials, and there are no new ones yet.
  public let needsSignIn: Bool
  /// Whether all conversations are paused at once.
  public let isPaused: Bool
  /// The conversations in which something is unsent, sorted by name.
  public let conversations: [Conversation]
  /// The code of the error with which the store could not list what is unsent; `nil` for none.
  public let storeError: ExactString?
  /// The earliest moment at which anything is tried again; `nil` for never.
  public let nextAttempt: Int64?

  public init(
    isRunning: Bool = true, isOnline: Bool, needsSignIn: Bool = false, isPaused: Bool,
    conversations: [Conversation] = [], storeError: ExactString? = nil, nextAttempt: Int64? = nil
  ) {
    self.isRunning = isRunning
    self.isOnline = isOnline
    self.needsSignIn = needsSignIn
    self.isPaused = isPaused
    self.conversations = conversations
    self.storeError = storeError
    self.nextAttempt = nextAttempt
  }

  /// How many messages wait in all conversations; a lower bound if one of them is.
  public var messages: Int { conversations.reduce(0) { $0 + $1.messages } }

  /// The diagnosis of a sender that does not run.
  public static let notRunning = SendDiagnosis(
    isRunning: false, isOnline: false, isPaused: false)
}

extension SendQueue {
  /// What waits, why, and until when, as far as the queue knows now.
  ///
  /// - Complexity: O(conversations in which something is unsent · what was read of each).
  public var diagnosis: SendDiagnosis {
    let conversations = queues.values.compactMap { queue in
      queue.diagnosis(
        isOnline: isOnline, needsSignIn: needsSignIn,
        isPaused: isPaused || paused.contains(queue.conversation))
    }.sorted { $0.id < $1.id }
    let search = search.isWanted && !search.isInFlight ? search.attempts : Attempts()
    return SendDiagnosis(
      isRunning: true, isOnline: isOnline, needsSignIn: needsSignIn, isPaused: isPaused,
      conversations: conversations,
      storeError: self.search.attempts.lastError,
      nextAttempt: (conversations.map(\.nextAttempt) + [search.count > 0 ? search.notBefore : nil])
        .compactMap(\.self).min())
  }
}

extension ConversationQueue {
  /// - Returns: `nil` if nothing is known to be unsent.
  fileprivate func diagnosis(
    isOnline: Bool, needsSignIn: Bool, isPaused: Bool
  ) -> SendDiagnosis.Conversation? {
    let unsent = outbox?.messages ?? []
    let messages = unsent.filter { $0.position.confirmed == nil }
    let changes = unsent.filter { $0.position.confirmed != nil }.flatMap(\.dependents)
    let retractions = outbox?.retractions.count ?? 0
    let isStuck = storeAttempts.count > 0
    guard messages.count + changes.count + retractions > 0 || isStuck else { return nil }
    let now: SendDiagnosis.Obstacle? =
      if isStuck {
        .store
      } else if isPaused {
        .paused
      } else if !isOnline {
        .offline
      } else {
        needsSignIn ? .needsSignIn : obstacle
      }
    return SendDiagnosis.Conversation(
      id: conversation, messages: messages.count, changes: changes.count,
      retractions: retractions,
      failed: messages.count(where: \.delivery.isFailed) + changes.count(where: \.state.isFailed),
      isLowerBound: outbox?.newer != .end, obstacle: now, nextAttempt: nextAttempt,
      lastError: isStuck ? storeAttempts.lastError : lastError)
  }

  /// The code of the last error of what is in flight or waits.
  private var lastError: ExactString? {
    if let flight { return attempts[flight.request.key]?.lastError }
    switch obstacle {
    // While nothing may be sent, an echo may have confirmed it since.
    case .attempt(let key): return waiting.contains(key) ? attempts[key]?.lastError : earlierError
    case .upload(let message):
      return uploadAttempts.filter { $0.key.message.id == message && $0.value.lastError != nil }
        .min { $0.value.notBefore < $1.value.notBefore }?.value.lastError
    case .failed(let key): return outbox?.failure(of: key)
    case .offline, .needsSignIn, .paused, .store, .target: return nil
    case nil: return earlierError
    }
  }

  /// The code of the last error of what waits for the network or for a person, in the order in
  /// which it will be sent.
  private var earlierError: ExactString? {
    waiting.lazy.compactMap { attempts[$0]?.lastError ?? outbox?.failure(of: $0) }.first
  }

  /// The keys of what is unsent, in the order in which it will be sent.
  private var waiting: [MessageID] {
    (outbox?.retractions.map(\.key.id) ?? [])
      + (outbox?.messages ?? []).flatMap { message in
        (message.position.confirmed == nil ? [message.id] : []) + message.dependents.map(\.id)
      }
  }
}

extension Snapshot {
  /// Returns why a message or a local change failed.
  fileprivate func failure(of key: MessageID) -> ExactString? {
    for message in messages {
      let states = message.dependents.filter { $0.id == key }.map(\.state)
      for case .failed(let reason) in (message.id == key ? [message.delivery] : []) + states {
        return reason.code
      }
    }
    return nil
  }
}
