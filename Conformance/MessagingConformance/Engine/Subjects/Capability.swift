/// A feature that a subject may support beyond storing and reading messages. The list is closed.
///
/// A requirement that `needs` a capability is `unsupported` on a subject that does not declare it,
/// and never `pass`. A declared capability that does not work violates `CAPA-001`.
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
  /// Everything that waits uses the environment's clock.
  case virtualTime = "virtual-time"

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
    case .virtualTime: "What waits, waits on the environment's clock."
    }
  }

  /// The smallest profile that contains the capability.
  public var profile: Profile {
    switch self {
    case .durable, .gaps, .edits, .reactions, .receipts, .media, .threads: .standard
    case .index, .faults, .powerLoss, .shared, .virtualTime: .full
    }
  }

  /// Orders capabilities as they are declared.
  public static func < (left: Capability, right: Capability) -> Bool {
    left.ordinal < right.ordinal
  }

  private var ordinal: Int { Capability.allCases.firstIndex(of: self) ?? 0 }
}

/// A named set of capabilities that a subject claims as a whole.
public enum Profile: String, CaseIterable, Hashable, Comparable, Sendable {
  /// Messages in their order, page by page, and the outbox.
  case minimal
  /// What a messaging app needs.
  case standard
  /// Everything, including the hooks for faults and time.
  case full

  /// The capabilities that a subject with this claim has to declare.
  public var capabilities: Set<Capability> {
    Set(Capability.allCases.filter { $0.profile <= self })
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
