internal import MessagingModel

/// The height of a row, measured or estimated.
public struct RowHeight: Hashable, Sendable {
  /// The height in points; finite, not negative.
  public var points: Double
  /// Whether a view measured it; otherwise it is an estimate.
  public var isMeasured: Bool

  public init(_ points: Double, isMeasured: Bool = true) {
    self.points = points
    self.isMeasured = isMeasured
  }
}

extension ScrollRow {
  /// Makes the row that scrolling needs from a row of a timeline.
  public init(_ item: TimelineItem, height: RowHeight) {
    let message = item.message?.message
    self.init(
      id: item.id,
      kind: message.map { $0.isOutgoing ? .ownMessage : .remoteMessage } ?? .decoration,
      height: height.points, isMeasured: height.isMeasured, position: message?.position)
  }
}

extension RowChanges {
  /// Makes the changes of a list that scrolls from a diff.
  ///
  /// A changed row is measured again if its content or grouping changed. A change of metadata alone
  /// leaves its height (`DIFF-014`).
  ///
  /// - Parameter height: returns the height of a row; called once for each row that is inserted or
  ///   has to be measured again.
  public init(_ diff: TimelineDiff, height: (TimelineItem) -> RowHeight) {
    self.init(
      deletes: diff.deletes,
      inserts: diff.inserts.map {
        Insert(
          index: $0.index, row: ScrollRow($0.item, height: height($0.item)), isNew: $0.isNew)
      },
      moves: diff.moves,
      resizes: diff.updates.compactMap { update in
        let isContent = update.aspects.contains(.content)
        guard isContent || update.aspects.contains(.grouping) else { return nil }
        return Resize(
          id: update.item.id, height: height(update.item).points,
          cause: isContent ? .content : .grouping)
      })
  }
}

extension ScrollTransaction {
  /// Makes the one transaction that shows what a diff leads to.
  ///
  /// - Parameters:
  ///   - timeline: the timeline that `diff` leads to.
  ///   - sent: the message that the user has just sent; `nil` for none.
  ///   - height: returns the height of a row; called once for each row that is inserted or has to
  ///     be measured again.
  public init(
    _ diff: TimelineDiff, to timeline: Timeline, sent: RowID? = nil,
    height: (TimelineItem) -> RowHeight
  ) {
    self.init(
      rows: diff.isEmpty ? .same : .changes(RowChanges(diff, height: height)),
      hasNewer: timeline.hasUnloadedNewer, sent: sent)
  }

  /// Makes the transaction that shows a whole timeline: at the opening, or when the window is
  /// somewhere else.
  ///
  /// - Parameter height: returns the height of a row; called once for each row.
  public init(showing timeline: Timeline, height: (TimelineItem) -> RowHeight) {
    self.init(
      rows: .replace(timeline.map { ScrollRow($0, height: height($0)) }),
      hasNewer: timeline.hasUnloadedNewer)
  }
}
