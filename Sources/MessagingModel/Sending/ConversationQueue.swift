/// What a send queue knows about one conversation: what the store returned last, what is in flight,
/// what waits. Conversations do not wait for each other (`SEND-008`).
struct ConversationQueue: Sendable {
  /// A request that is in flight.
  struct Flight: Sendable {
    var request: SendRequest
    /// The local changes that the request contains. The server takes them with it.
    var edits: [MessageID]
    /// The deadline for the answer; `nil` for none.
    var deadline: Int64?
    /// The number of the credentials with which it began.
    var credentials = 0
  }

  /// A file that is being uploaded.
  struct Upload: Sendable {
    /// The progress that is stored, in percent.
    var percent = 0
    /// The deadline for the next report of progress; `nil` for none.
    var deadline: Int64?
    /// The number of the credentials with which it began.
    var credentials = 0
  }

  let conversation: ConversationID
  /// Whether the store has changed since the outbox was read.
  var isDirty = true
  var isLoading = false
  /// The newest known revision of the store, at the last read and now.
  var seen = Revision.zero
  var known = Revision.zero
  /// How many unsent messages one read returns. It grows when all of these have to be skipped.
  var limit = ConversationQueue.firstLimit
  /// The outbox, as last read.
  var outbox: Snapshot?
  /// At most one request of a conversation is in flight (`SEND-005`).
  var flight: Flight?
  /// Changes that the store has marked as in flight for the attempt that is next or in flight. They
  /// cannot have left before that attempt.
  var marked: Set<MessageID> = []
  /// How many requests have begun.
  var begun = 0
  var uploads: [UploadKey: Upload] = [:]
  /// Batches to store. The first one is being stored, unless it waits.
  var commits: [[Change]] = []
  var isCommitting = false
  /// The attempts, by the key of the request.
  var attempts: [MessageID: Attempts] = [:]
  var uploadAttempts: [UploadKey: Attempts] = [:]
  /// How often in this run the server refused each change for good that it may have from an earlier
  /// attempt (`SEND-102`).
  var refusalsInDoubt: [MessageID: Int] = [:]
  /// What the store has, or is about to have, about the attempts at everything unsent that was
  /// read.
  var trials: [MessageID: SendTrial] = [:]
  var repeats = Repeats()
  /// The wall clock; `nil` until the first `.wallClock` event.
  var clock: WallClock?
  /// The wall clock when this run of the process began; `nil` until the first `.wallClock` event.
  var clockAtStart: WallClock?
  /// How much time of this run does not count as age, in milliseconds: without a network, without
  /// valid credentials, or paused everywhere (`SEND-094`, `SEND-113`).
  var uncountedTotal: Int64 = 0
  /// Since when time does not count as age; `nil` if it does.
  var uncountedSince: Int64?
  /// The number of the current credentials.
  var credentials = 0
  /// Failures of the store itself.
  var storeAttempts = Attempts()
  /// Anything unsent with a local sequence up to this may have left this device before this run
  /// (`SEND-095`).
  private var inherited: Int64?
  /// The revision at which each cancelled message was found.
  private var cancelledAt: [MessageID: Revision] = [:]
  /// When the conversation can continue; `nil` for not before an event.
  var wakeAt: Int64?
  /// The same without the deadlines of what is in flight.
  var nextAttempt: Int64?
  /// Why nothing could begin at the last check.
  var obstacle: SendDiagnosis.Obstacle?

  static let firstLimit = 16

  /// - Parameter inherited: the highest local sequence that may have left this device before this
  ///   run; `nil` for the highest one in the first read of the outbox.
  init(_ conversation: ConversationID, inherited: Int64?) {
    self.conversation = conversation
    self.inherited = inherited
  }

  /// Whether nothing is unsent, in flight or waiting.
  var isIdle: Bool {
    !isDirty && !isLoading && flight == nil && uploads.isEmpty && commits.isEmpty
      && (outbox?.messages.isEmpty ?? true) && (outbox?.retractions.isEmpty ?? true)
      && (outbox?.filesToRemove.isEmpty ?? true)
  }

  /// Whether a change of a sent message waits.
  var hasChanges: Bool { outbox?.messages.contains { $0.position.confirmed != nil } ?? false }

  /// Whether a failure holds it up, and nothing but a person ends that, as far as it knows.
  var waitsForPerson: Bool {
    guard flight == nil, wakeAt == nil, case .failed? = obstacle else { return false }
    return true
  }

  /// Whether a cancelled message waits for the next search.
  var awaitsSearch: Bool { outbox?.retractions.contains(where: awaitsSearch) ?? false }

  /// Takes the outbox that the store returned.
  mutating func take(_ snapshot: Snapshot, at now: Int64, _ policy: RetryPolicy) {
    isLoading = false
    outbox = snapshot
    takeTrials(of: snapshot, at: now, policy)
    storeAttempts = Attempts()
    if inherited == nil {
      let sequences =
        snapshot.messages.flatMap(\.outboxSequences) + snapshot.retractions.map(\.sequence)
      inherited = snapshot.newer == .end ? sequences.max() ?? .min : .max
    }
    noteCancelled(snapshot.retractions, at: snapshot.revision)
    forgetRepeats(snapshot)
    forgetUploads(snapshot)
    guard snapshot.newer == .end else { return }
    let keys = Set(snapshot.messages.flatMap { [$0.id] + $0.dependents.map(\.id) })
      .union(snapshot.retractions.map(\.key.id))
    marked = marked.filter(keys.contains)
    refusalsInDoubt = refusalsInDoubt.filter { keys.contains($0.key) }
    attempts = attempts.filter { keys.contains($0.key) || $0.key == flight?.request.key }
    trials = trials.filter { keys.contains($0.key) || $0.key == flight?.request.key }
    uploadAttempts = uploadAttempts.filter { keys.contains($0.key.message.id) }
  }

  /// Takes over what another handle may have sent: anything with a local sequence up to this one.
  mutating func inherit(_ sent: Int64) { inherited = inherited.map { max($0, sent) } }

  private mutating func noteCancelled(_ retractions: [Retraction], at revision: Revision) {
    let known = cancelledAt
    cancelledAt = [:]
    for retraction in retractions {
      cancelledAt[retraction.key.id] = known[retraction.key.id] ?? revision
    }
  }

  /// Returns whether another process may have sent a cancelled message since the last search. The
  /// next one says so (`SEND-106`).
  func awaitsSearch(_ retraction: Retraction) -> Bool {
    cancelledAt[retraction.key.id].map { known < $0 } ?? false
  }

  /// Returns whether the server cannot have a cancelled message: it has never left this device.
  func neverLeft(_ retraction: Retraction) -> Bool {
    guard let inherited, retraction.sequence > inherited else { return false }
    return attempts[retraction.key.id].map { !$0.isPossiblyTaken } ?? true
  }
}

extension Message {
  /// The local sequences of what is unsent of the message.
  var outboxSequences: [Int64] {
    var sequences = dependents.map(\.sequence)
    if case .unconfirmed(let sequence) = position { sequences.append(sequence) }
    return sequences
  }

  /// The message's own local sequence; `nil` once the server has the message.
  var sequence: Int64? {
    if case .unconfirmed(let sequence) = position { sequence } else { nil }
  }
}

extension DeliveryState {
  /// Whether it failed and waits for a person.
  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}
