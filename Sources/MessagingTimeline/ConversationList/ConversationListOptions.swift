public import MessagingModel

/// How a list of conversations behaves where products differ.
public struct ConversationListOptions: Hashable, Sendable {
  /// Which messages have a row, as in the conversations themselves; the rest of it does not matter
  /// here.
  public var input: TimelineInput
  /// How many messages of a conversation are read first; more only if none of them has a row.
  public var firstRead = 10
  /// How many reads are in flight at most (`LIST-024`).
  public var readsAtOnce = 4
  /// How often an update waits for commits that came while it was read (`LIST-018`).
  public var followLimit = 3

  public init(owner: ParticipantID) {
    input = TimelineInput(owner: owner)
  }
}

/// How a list of conversations is, besides its entries.
public struct ConversationListStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// It is not open yet.
    case unopened
    /// Everything is read for the first time.
    case opening
    case open
    case closed
  }

  public var phase: Phase
  /// Why what is shown may be old; `nil` while everything could be read.
  public var problem: RepositoryError.Code?
  /// The conversations that could not be read, and why.
  public var unreadable: [ConversationID: RepositoryError.Code]
  /// The newest commit of which everything was read.
  public var revision: Revision

  public init(
    phase: Phase, problem: RepositoryError.Code? = nil,
    unreadable: [ConversationID: RepositoryError.Code] = [:], revision: Revision = .zero
  ) {
    self.phase = phase
    self.problem = problem
    self.unreadable = unreadable
    self.revision = revision
  }
}
