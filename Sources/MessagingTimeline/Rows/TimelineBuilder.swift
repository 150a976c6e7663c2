public import MessagingModel

/// Makes the rows of a snapshot. It reuses the unchanged rows of the timeline before, so that
/// comparing the two is cheap.
///
/// From top to bottom: a page of older messages in flight, the start of the conversation, then the
/// messages, each below the gap, the day separator and the unread divider that belong before it,
/// then a gap after the messages, a page of newer messages in flight, and the typing row.
public struct TimelineBuilder: Sendable {
  public init() {}

  /// Returns the rows that show a snapshot (`ROWS-001`).
  ///
  /// - Messages that are not in order are put in order. Of two with the same id, one stays. Either
  ///   is recorded as a ``Timeline/Fault``.
  /// - The day of a message is that of its server time, or of its timestamp while it is
  ///   unconfirmed. It is never earlier than that of the message before.
  /// - A reader is named at the newest shown message that they have read and did not write
  ///   (`ROWS-020`); the owner is not named.
  /// - A deleted message is shown without reactions, edits and unsent changes.
  ///
  /// - Returns: `previous`, with its version, if the rows are the same.
  /// - Complexity: O(messages · (1 + gaps) + receipts · log messages), and the bytes of bodies that
  ///   are new. If the snapshot differs only in the content of some messages: a comparison for each
  ///   message, and O(log messages) for each that differs.
  public func timeline(
    of snapshot: Snapshot, _ input: TimelineInput, after previous: Timeline
  ) -> Timeline {
    if let patched = previous.patched(for: snapshot, input) { return patched }
    let plan = RowPlan(snapshot, input, previous.unread)
    var maker = RowMaker(reusing: previous.store)
    plan.make(&maker)
    let isSame = maker.isAllReused
    return Timeline(
      version: isSame ? previous.version : previous.version + 1,
      store: isSame
        ? previous.store : RowStore(maker.rows, origins: maker.origins, in: previous.store),
      reachesEnd: plan.reachesEnd, unread: plan.unread,
      faults: plan.faults, basis: RowBasis(snapshot, input))
  }
}
