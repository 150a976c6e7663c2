public import MessagingModel

/// The options of a list of conversations, where products differ.
public struct ConversationListOptions: Hashable, Sendable {
  /// Which messages have a row, as in the conversations themselves. Only ``TimelineInput/shown``
  /// and ``TimelineInput/hidden`` have an effect here.
  public var input: TimelineInput
  /// How many messages of a conversation are read first. More are read only if none of them has a
  /// row.
  public var firstRead = 10
  /// The most reads that are in flight at once (`LIST-024`).
  public var readsAtOnce = 4
  /// How many times an update may wait for commits that came while its entries were read
  /// (`LIST-018`).
  public var followLimit = 3

  public init(owner: ParticipantID) {
    input = TimelineInput(owner: owner)
  }
}

/// The state of a list of conversations, besides its entries.
public struct ConversationListStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// Not opened yet.
    case unopened
    /// Everything is being read for the first time.
    case opening
    case open
    case closed
  }

  public var phase: Phase
  /// Why the entries may be out of date; `nil` if everything could be read.
  public var problem: RepositoryError.Code?
  /// The conversations that could not be read, and why.
  public var unreadable: [ConversationID: RepositoryError.Code]
  /// The revision up to which everything was read.
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
