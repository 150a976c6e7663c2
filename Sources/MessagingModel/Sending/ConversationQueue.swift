/// What a send queue knows of one conversation: what the store said last, what is in flight, what
/// waits. Conversations do not wait for each other (`SEND-008`).
struct ConversationQueue: Sendable {
  /// A request that is in flight.
  struct Flight: Sendable {
    var request: SendRequest
    /// Local edits that its body contains: taken with it.
    var edits: [MessageID]
    /// When it has taken too long; `nil` for never.
    var deadline: Int64?
  }

  /// A file that is on its way to the network.
  struct Upload: Sendable {
    /// The percent that is stored.
    var percent = 0
    /// When nothing was heard of it for too long; `nil` for never.
    var deadline: Int64?
  }

  let conversation: ConversationID
  /// Whether the store moved since it was read.
  var isDirty = true
  var isLoading = false
  /// Up to where the store was known to have moved when it was read last, and is now.
  var seen = Revision.zero
  var known = Revision.zero
  /// How many unsent messages are read at once; more when all of these have to be passed over.
  var limit = ConversationQueue.firstLimit
  /// The outbox as it was read last.
  var outbox: Snapshot?
  /// At most one request of a conversation is in flight (`SEND-005`).
  var flight: Flight?
  /// Changes that the store has as in flight, because of the attempt that is next or in flight, and
  /// that cannot have left before it.
  var marked: Set<MessageID> = []
  /// How many were begun.
  var begun = 0
  var uploads: [UploadKey: Upload] = [:]
  /// Batches that are to be stored; the first one is being stored, unless it waits.
  var commits: [[Change]] = []
  var isCommitting = false
  /// By the key of the request.
  var attempts: [MessageID: Attempts] = [:]
  var uploadAttempts: [UploadKey: Attempts] = [:]
  /// What the store has of attempts, or is about to have; of all that was read as unsent.
  var trials: [MessageID: SendTrial] = [:]
  var repeats = Repeats()
  /// `nil` as long as nobody told it.
  var clock: WallClock?
  /// As it was when this run of the process began.
  var clockAtStart: WallClock?
  /// How long this run had no network: no part of the age of what it finds (`SEND-094`).
  var offlineTotal: Int64 = 0
  /// Since when there is no network; `nil` if there is one.
  var offlineSince: Int64?
  /// Failures of the store itself.
  var storeAttempts = Attempts()
  /// What has a local sequence up to this may have left this device before this run (`SEND-095`).
  private var inherited: Int64?
  /// When something can go on that waits now.
  var wakeAt: Int64?
  /// The same without what gives up what is in flight.
  var nextAttempt: Int64?
  /// Why nothing was begun when it was last looked.
  var obstacle: SendDiagnosis.Obstacle?

  static let firstLimit = 16

  /// - Parameter inherited: up to which local sequence what is unsent may have left this device
  ///   before this run; `nil` for all that the first read of the outbox has.
  init(_ conversation: ConversationID, inherited: Int64?) {
    self.conversation = conversation
    self.inherited = inherited
  }

  /// Whether nothing is known, in flight or waiting.
  var isIdle: Bool {
    !isDirty && !isLoading && flight == nil && uploads.isEmpty && commits.isEmpty
      && (outbox?.messages.isEmpty ?? true) && (outbox?.retractions.isEmpty ?? true)
      && (outbox?.filesToRemove.isEmpty ?? true)
  }

  /// Takes what the store says is unsent.
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
    guard snapshot.newer == .end else { return }
    forgetRepeats(snapshot)
    let keys = Set(snapshot.messages.flatMap { [$0.id] + $0.dependents.map(\.id) })
      .union(snapshot.retractions.map(\.key.id))
    marked = marked.filter(keys.contains)
    attempts = attempts.filter { keys.contains($0.key) || $0.key == flight?.request.key }
    trials = trials.filter { keys.contains($0.key) || $0.key == flight?.request.key }
    uploadAttempts = uploadAttempts.filter { keys.contains($0.key.message.id) }
  }

  /// Whether the server cannot have a message: nothing of it has ever left this device.
  func neverLeft(_ retraction: Retraction) -> Bool {
    guard let inherited, retraction.sequence > inherited else { return false }
    return attempts[retraction.key.id].map { !$0.isPossiblyTaken } ?? true
  }
}

extension Message {
  /// The local sequences of what is unsent of it.
  var outboxSequences: [Int64] {
    var sequences = dependents.map(\.sequence)
    if case .unconfirmed(let sequence) = position { sequences.append(sequence) }
    return sequences
  }

  /// Its own local sequence while the server does not have it.
  var sequence: Int64? {
    if case .unconfirmed(let sequence) = position { sequence } else { nil }
  }
}

extension DeliveryState {
  /// Whether it waits for somebody to do something about it.
  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}
