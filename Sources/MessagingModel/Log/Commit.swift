/// The kinds of data that a commit changed. A burst of receipts must not look like new messages
/// (`REPO-028`).
public struct ChangeKinds: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Which rows there are, their order, and the gaps between them.
  public static let structure = ChangeKinds(rawValue: 1)
  /// The content of rows: bodies, edits, reactions. Heights may change.
  public static let content = ChangeKinds(rawValue: 2)
  /// Receipts, delivery states, upload progress, read marker. No height changes.
  public static let metadata = ChangeKinds(rawValue: 4)
  public static let all: ChangeKinds = [.structure, .content, .metadata]
}

/// The result of one batch of changes, or of several together.
public struct Commit: Hashable, Sendable {
  /// The revision of the store after the batch; the one before it if nothing changed.
  public let revision: Revision
  /// The kinds of data that changed, over all conversations.
  public let kinds: ChangeKinds
  /// What the commit left out, and why. None of it is an error.
  public let notices: [Notice]

  public init(revision: Revision, kinds: ChangeKinds, notices: [Notice] = []) {
    self.revision = revision
    self.kinds = kinds
    self.notices = notices
  }
}

/// Something that a commit left out on purpose.
public struct Notice: Hashable, Sendable {
  public enum Code: String, Sendable, CaseIterable {
    /// More than ``Limits/waiting`` relations waited for a missing message; the oldest was dropped.
    case waitingDropped = "waiting-dropped"
    /// The author of a relation may not do this to the message.
    case notEntitled = "not-entitled"
    /// It is too late to cancel, fail, retry or upload: the message is sent, the server may have
    /// the change, or the file is on the network.
    case tooLate = "too-late"
    /// The message or local change does not exist any more.
    case gone
    /// The server gave one remote id to two messages, or two to one; the first stays.
    case identityConflict = "identity-conflict"
    /// A damaged conversation was rebuilt. This unsent message, or an unsent change of it, could
    /// not be read (`REPO-044`).
    case unsentLost = "unsent-lost"
    /// A damaged conversation was rebuilt without its own record, which could not be read. Its
    /// retractions and its unread count are known only as far as the remaining bytes show them
    /// (`REPO-044`). The target is the id of zeros.
    case recordLost = "record-lost"
  }

  public let code: Code
  public let conversation: ConversationID
  public let target: MessageReference

  public init(_ code: Code, _ conversation: ConversationID, _ target: MessageReference) {
    self.code = code
    self.conversation = conversation
    self.target = target
  }
}

/// The commits that an observer receives.
public struct Scope: Hashable, Sendable {
  /// The conversation; `nil` for all conversations.
  public let conversation: ConversationID?
  public let kinds: ChangeKinds

  public init(conversation: ConversationID? = nil, kinds: ChangeKinds = .all) {
    self.conversation = conversation
    self.kinds = kinds
  }
}

extension ChangeKinds: CanonicalCodable {
  /// The names in ascending order of their bits, for people and for the canonical form.
  public var names: [String] {
    [(ChangeKinds.structure, "structure"), (.content, "content"), (.metadata, "metadata")]
      .filter { contains($0.0) }.map(\.1)
  }

  public func encode(to writer: inout CanonicalWriter) {
    writer.array(names) { $0.string($1) }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    let place = reader.offset
    let names = try reader.array { reader throws(CanonicalError) in try reader.string() }
    self = [ChangeKinds.structure, .content, .metadata]
      .filter { $0.names.allSatisfy(names.contains) }
      .reduce(into: []) { $0.formUnion($1) }
    guard self.names == names else {
      throw reader.failure("of structure, content, metadata, in this order", at: place)
    }
  }
}

extension Notice: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("notice", ExactString(code.rawValue))
      writer.field("in", conversation)
      writer.field("target", target)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      let place = reader.offset
      let word = try reader.field("notice", as: ExactString.self)
      guard let code = Code(rawValue: word.string) else {
        let known = Code.allCases.map(\.rawValue).joined(separator: " ")
        throw reader.failure("one of the notices: \(known)", at: place)
      }
      return Notice(code, try reader.field("in"), try reader.field("target"))
    }
  }
}

extension Commit: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("revision", revision)
      writer.field("kinds", kinds)
      writer.field("notices", notices)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Commit(
        revision: try reader.field("revision"), kinds: try reader.field("kinds"),
        notices: try reader.list("notices"))
    }
  }
}
