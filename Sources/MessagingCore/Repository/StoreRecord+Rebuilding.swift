internal import MessagingModel

extension StoreRecord {
  /// Opens the record of a store. A damaged one is rebuilt from the other rows: without it, nothing
  /// could be read or sent, although every message is whole.
  ///
  /// - Returns: the record, and the rows to write.
  /// - Throws: `wrong-owner` if the store belongs to another owner, as far as its messages show.
  /// - Complexity: O(1); for a damaged record O(conversations + unsent messages), and a page of
  ///   each conversation until one has a message of the owner.
  static func open(
    by owner: ParticipantID, _ reader: any StorageReader
  ) throws(RepositoryError) -> (StoreRecord, [RecordEdit]) {
    let known: StoreRecord?
    do {
      known = try reader.store()
    } catch {
      guard error.code == .corrupted, error.conversation == nil else { throw error }
      let rebuilt = try StoreRecord(rebuildingFor: owner, reader)
      return (rebuilt, [.put(.store(rebuilt))])
    }
    guard let known else {
      let new = StoreRecord(owner: owner)
      return (new, [.put(.store(new))])
    }
    guard known.owner == owner else {
      throw RepositoryError(.wrongOwner, "the store has another owner")
    }
    return (known, [])
  }

  /// The numbers begin far above those that can be read: other rows may be damaged, too, and other
  /// handles may have seen later commits. Without its token, the next catch-up starts anew.
  private init(
    rebuildingFor owner: ParticipantID, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let margin: Int64 = 1_000_000
    let conversations = try reader.conversations(changedAfter: Revision(-1))
    let unsent = try reader.outbox(of: nil, limit: .max - 1)
    var own = unsent.first { $0.isOutgoing }
    for conversation in conversations where own == nil {
      let scan = Scan(conversation.id, isAscending: false, limit: Limits.page)
      own = (try? reader.scan(scan))?.first { $0.isOutgoing }
    }
    guard own.map({ $0.sender == owner }) ?? true else {
      throw RepositoryError(.wrongOwner, "the store has another owner")
    }
    var last = conversations.flatMap { $0.retractions.map(\.sequence) }
    for record in unsent {
      last += [record.outboxSequence ?? 0] + record.dependents.map(\.sequence)
    }
    // A damaged number is no number of commits.
    let possible: Range<Int64> = 0..<(1 << 52)
    let revisions = conversations.map(\.revision.number).filter(possible.contains)
    let revision = (revisions.max() ?? 0) + margin
    let sequence = (last.filter(possible.contains).max() ?? 0) + margin
    self.init(
      owner: owner, revision: Revision(revision), nextSequence: sequence,
      lastForgotten: Revision(revision))
  }
}
