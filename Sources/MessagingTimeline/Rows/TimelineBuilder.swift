public import MessagingModel

/// Makes the rows of a snapshot; what has not changed is taken over from the timeline before, so
/// that comparing the two is cheap.
///
/// From top to bottom: a page of older messages in flight, the start of the conversation, then the
/// messages, each below the gaps, the day separator and the unread divider that belong before it,
/// then a gap above them, a page of newer messages in flight, and the typing row.
public struct TimelineBuilder: Sendable {
  public init() {}

  /// The rows that show a snapshot (`ROWS-001`).
  ///
  /// - Messages that are not in order are put in order, and of two with one id one stays, with a
  ///   ``Timeline/Fault``.
  /// - The day of a message is that of its position: of the server's time once it has one, of its
  ///   own timestamp before; never earlier than that of the message before it.
  /// - A reader is named at the newest shown message that they have read and did not write
  ///   (`ROWS-020`); the owner is not named.
  /// - A deleted message is shown without reactions, edits and what waits for it.
  ///
  /// - Returns: `previous`, with its version, if the rows are the same.
  /// - Complexity: O(messages · (1 + gaps) + receipts · log messages), and the bytes of bodies that
  ///   are new. Where the snapshot says something else of some messages and nothing else, a
  ///   comparison for each message, and O(log messages) for each of those.
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
      faults: isSame ? previous.faults : plan.faults, basis: RowBasis(snapshot, input))
  }
}
