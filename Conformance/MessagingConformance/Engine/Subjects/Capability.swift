/// A feature that a subject may support beyond the core of its role. The list is closed.
///
/// ``arrivals`` and ``aspects`` belong to a list differ, ``sendingEdits``, ``sendingFiles``,
/// ``sendingDiagnosis`` and ``sendingCredentials`` to a sender, all others to a store. A
/// requirement that `needs` a capability is `unsupported` on a subject that does not declare it,
/// and never `pass`. A declared capability that does not work violates `CAPA-001`, or the
/// requirements that need it.
public enum Capability: String, CaseIterable, Hashable, Comparable, Sendable {
  /// Written data is still there after the store was closed, and after the process died.
  case durable
  /// The store keeps ranges of history that are known to be missing.
  case gaps
  /// Edits and deletions, by the owner and by others.
  case edits
  /// Reactions, by the owner and by others.
  case reactions
  /// Who has read what, and how much is unread.
  case receipts
  /// Messages with files, and the progress of their upload.
  case media
  /// Pages of one thread, and pages of a conversation without replies.
  case threads
  /// A list of the conversations, and of those that changed.
  case index
  /// The engine can make a storage operation fail, or end the process at one.
  case faults
  /// The store announces each disk operation, so that the engine can simulate a loss of power
  /// between two of them.
  case powerLoss = "power-loss"
  /// Several handles can use one store at the same time.
  case shared
  /// The subject brings files of its earlier releases, and of a later one.
  case releases
  /// Everything that waits uses the environment's clock.
  case virtualTime = "virtual-time"
  /// A list differ marks the messages that arrive, as *new*.
  case arrivals
  /// A list differ says of each update which aspects of the row changed: content, grouping,
  /// metadata.
  case aspects
  /// A sender sends what the owner changes: edits, deletions and reactions.
  case sendingEdits = "sending-edits"
  /// A sender uploads the files of a message, and then sends it.
  case sendingFiles = "sending-files"
  /// A sender reports what waits, what holds it up, and when it is tried again.
  case sendingDiagnosis = "sending-diagnosis"
  /// A sender stops when the server rejects the credentials, and goes on with new ones.
  case sendingCredentials = "sending-credentials"

  /// The meaning of the capability, in one sentence.
  public var summary: String {
    switch self {
    case .durable: "What was written is there after a close, and after the process died."
    case .gaps: "Ranges of history that are known to be missing."
    case .edits: "Edits and deletions, of others and of the owner."
    case .reactions: "Reactions, of others and of the owner."
    case .receipts: "Who has read what, and how much is unread."
    case .media: "Messages with files, and how far their upload is."
    case .threads: "Pages of one thread, and of all but replies."
    case .index: "Which conversations there are, and which of them changed."
    case .faults: "Storage operations can be made to fail or to be the last of their process."
    case .powerLoss:
      "What is asked of the disk is announced, so that power can be lost between two steps."
    case .shared: "Several handles use one store at the same time."
    case .releases: "Files of earlier releases, and of a later one, are there to be opened."
    case .virtualTime: "What waits, waits on the environment's clock."
    case .arrivals: "A differ marks the messages that arrive as *new*."
    case .aspects:
      "A differ says of an update what changed: content, grouping, metadata."
    case .sendingEdits: "A sender sends edits, deletions and reactions."
    case .sendingFiles: "A sender uploads the files of a message, and then sends it."
    case .sendingDiagnosis:
      "A sender reports what waits, what holds it up, and when it is tried again."
    case .sendingCredentials:
      "A sender stops when the server rejects the credentials, and goes on with new ones."
    }
  }

  /// The smallest profile that contains the capability; `nil` for one of a list differ or of a
  /// sender, because profiles are claims of stores; and for ``releases``, which a new store cannot
  /// have.
  public var profile: Profile? {
    switch self {
    case .durable, .gaps, .edits, .reactions, .receipts, .media, .threads: .standard
    case .index, .faults, .powerLoss, .shared, .virtualTime: .full
    case .releases, .arrivals, .aspects, .sendingEdits, .sendingFiles, .sendingDiagnosis,
      .sendingCredentials:
      nil
    }
  }

  /// The roles whose subjects declare the capability.
  package var roles: Set<Role> {
    switch self {
    case .durable, .gaps, .edits, .reactions, .receipts, .media, .threads, .index, .faults,
      .powerLoss, .shared, .releases, .virtualTime:
      [.repository]
    case .arrivals, .aspects: [.diff]
    case .sendingEdits, .sendingFiles, .sendingDiagnosis, .sendingCredentials: [.sending, .worker]
    }
  }

  /// Orders capabilities as they are declared.
  public static func < (left: Capability, right: Capability) -> Bool {
    left.ordinal < right.ordinal
  }

  private var ordinal: Int { Capability.allCases.firstIndex(of: self) ?? 0 }
}

/// A named set of capabilities that a store claims as a whole.
public enum Profile: String, CaseIterable, Hashable, Comparable, Sendable {
  /// Messages in their order, page by page, and the outbox.
  case minimal
  /// What a messaging app needs.
  case standard
  /// Everything, including the hooks for faults and time.
  case full

  /// The capabilities that a subject with this claim has to declare.
  public var capabilities: Set<Capability> {
    Set(Capability.allCases.filter { $0.profile.map { $0 <= self } ?? false })
  }

  /// Orders profiles from the smallest claim to the largest.
  public static func < (left: Profile, right: Profile) -> Bool { left.ordinal < right.ordinal }

  private var ordinal: Int {
    switch self {
    case .minimal: 0
    case .standard: 1
    case .full: 2
    }
  }
}

extension Set<Capability> {
  /// The largest profile whose capabilities are all in this set; ``Profile/minimal`` at least.
  public var profile: Profile {
    Profile.allCases.last { isSuperset(of: $0.capabilities) } ?? .minimal
  }

  /// The names of the capabilities, in the order of declaration.
  public var names: [String] { sorted().map(\.rawValue) }
}
