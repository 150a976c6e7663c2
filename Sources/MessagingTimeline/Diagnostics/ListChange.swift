public import MessagingModel

/// What a change of rows or frame did to the visible rows, as measured on the screen.
public struct ListChange: Hashable, Sendable {
  /// Whether older rows were inserted above the visible ones.
  public var isPrepend: Bool
  /// The message that was read before the change; `nil` if none can be compared. ``anchorAfter`` is
  /// the one after it.
  public var anchorBefore: MessageID?
  public var anchorAfter: MessageID?
  /// How far that message moved on the screen.
  public var delta: Length
  /// The part of a correction that did not fit between the ends of the content, as the list reports
  /// it.
  public var residual: Length
  /// Whether the list was at one of the ends of its content, before or after. Elsewhere the
  /// residual explains no movement (`DIAG-006`).
  public var isAtLimit: Bool
  /// Whether no row is visible that was visible before, though some of them are still there.
  public var isReset: Bool
  /// The offset that the list wrote with the change; `nil` if it wrote none.
  public var write: OffsetWrite?

  public init(
    isPrepend: Bool = false, anchorBefore: MessageID? = nil, anchorAfter: MessageID? = nil,
    delta: Length = .zero, residual: Length = .zero, isAtLimit: Bool = false,
    isReset: Bool = false, write: OffsetWrite? = nil
  ) {
    self.isPrepend = isPrepend
    self.anchorBefore = anchorBefore
    self.anchorAfter = anchorAfter
    self.delta = delta
    self.residual = residual
    self.isAtLimit = isAtLimit
    self.isReset = isReset
    self.write = write
  }
}

/// A write of the offset by a list.
public struct OffsetWrite: Hashable, Sendable {
  /// The reason of a programmatic scroll; `nil` for a correction that keeps the visible rows where
  /// they are.
  public var reason: ScrollCommand.Reason?
  /// By how much the offset changed.
  public var by: Length
  /// The distance to the end before the write.
  public var distanceFromEnd: Length

  public init(
    _ reason: ScrollCommand.Reason?, by length: Length, distanceFromEnd: Length = .zero
  ) {
    self.reason = reason
    by = length
    self.distanceFromEnd = distanceFromEnd
  }

  /// Makes the record of a command.
  ///
  /// - Parameters:
  ///   - offset: the offset before, in points.
  ///   - distanceFromEnd: the distance to the end before, in points.
  public init(_ command: ScrollCommand, from offset: Double, distanceFromEnd: Double) {
    switch command {
    case .compensation: reason = nil
    case .programmatic(_, let reason): self.reason = reason
    }
    by = (Length(command.offset) ?? .zero) - (Length(offset) ?? .zero)
    self.distanceFromEnd = Length(distanceFromEnd) ?? .zero
  }
}
