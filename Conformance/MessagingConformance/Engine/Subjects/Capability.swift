/// What a backend may be able to do beyond storing and reading messages: a closed vocabulary.
///
/// A requirement that `needs` one is `unsupported` on a subject that does not declare it, never
/// `pass`. Declaring one that does not work violates `CAPA-001`.
public enum Capability: String, CaseIterable, Hashable, Comparable, Sendable {
  /// What was written is there after a close, and after the process died.
  case durable
  /// Ranges of history that are known to be missing.
  case gaps
  /// Edits and deletions, of others and of the owner.
  case edits
  /// Reactions, of others and of the owner.
  case reactions
  /// Who has read what, and how much is unread.
  case receipts
  /// Messages with files, and how far their upload is.
  case media
  /// Pages of one thread, and of all but replies.
  case threads
  /// Which conversations there are, and which of them changed.
  case index
  /// Storage operations can be made to fail or to be the last of their process.
  case faults
  /// What is asked of the disk is announced, so that power can be lost between two steps.
  case powerLoss = "power-loss"
  /// Several handles use one store at the same time.
  case shared
  /// What waits, waits on the environment's clock.
  case virtualTime = "virtual-time"

  /// What it means, in one sentence.
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
    case .virtualTime: "What waits, waits on the environment's clock."
    }
  }

  /// The smallest profile that has it.
  public var profile: Profile {
    switch self {
    case .durable, .gaps, .edits, .reactions, .receipts, .media, .threads: .standard
    case .index, .faults, .powerLoss, .shared, .virtualTime: .full
    }
  }

  /// As declared.
  public static func < (left: Capability, right: Capability) -> Bool {
    left.ordinal < right.ordinal
  }

  private var ordinal: Int { Capability.allCases.firstIndex(of: self) ?? 0 }
}

/// A claim: a set of capabilities that cannot be dropped one by one.
public enum Profile: String, CaseIterable, Hashable, Comparable, Sendable {
  /// Messages in their order, page by page, and the outbox.
  case minimal
  /// What a messaging app needs.
  case standard
  /// Everything, the hooks for faults and time included.
  case full

  /// What a subject with this claim declares at least.
  public var capabilities: Set<Capability> {
    Set(Capability.allCases.filter { $0.profile <= self })
  }

  /// The smaller claim first.
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
  /// The greatest claim that these capabilities bear out.
  public var profile: Profile {
    Profile.allCases.last { isSuperset(of: $0.capabilities) } ?? .minimal
  }

  /// The names, as the vocabulary orders them.
  public var names: [String] { sorted().map(\.rawValue) }
}
