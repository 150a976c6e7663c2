internal import MessagingModel

// What may happen to requests and batches.
extension SyncWorld {
  /// What is held back for now.
  enum Held: String, CaseIterable, Sendable { case answers, updates, commits, reads, connection }

  /// The outcome of a request.
  enum Mood: Hashable, Sendable {
    case fail(SyncError)
    /// No answer ever arrives.
    case lose
    /// The request succeeds.
    case pass
  }

  /// A question that the server keeps until it has an answer.
  struct Poll: Sendable {
    let ticket: SyncTicket
    let question: SyncQuestion
    let until: Int64
  }

  /// What becomes of a batch that is being stored when the process dies.
  enum CommitFate: String, Sendable { case lost, stored, first, late }
}
