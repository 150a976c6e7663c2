public import MessagingModel

/// What a change of rows or frame did to what is seen, as the screen measures it.
public struct ListChange: Hashable, Sendable {
  /// Whether older rows came in above what is seen.
  public var isPrepend: Bool
  /// The message that is read before and after it; `nil` if there is none that can be compared.
  public var anchorBefore: MessageID?
  public var anchorAfter: MessageID?
  /// How far that message moved on the screen.
  public var delta: Length
  /// The part of a correction that did not fit between the ends of the content, as the list says.
  public var residual: Length
  /// Whether the list lay at one of the ends of its content, before or after; elsewhere a residual
  /// explains nothing (`DIAG-006`).
  public var isAtLimit: Bool
  /// Whether nothing of what was seen is seen, though some of it is still there.
  public var isReset: Bool
  /// What the list wrote with it.
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

/// A list wrote its offset.
public struct OffsetWrite: Hashable, Sendable {
  /// Why somebody wants it there; `nil` for a correction that keeps still what is seen.
  public var reason: ScrollCommand.Reason?
  /// How far the offset is from where it was.
  public var by: Length
  /// How far the end was away before.
  public var distanceFromEnd: Length

  public init(
    _ reason: ScrollCommand.Reason?, by length: Length, distanceFromEnd: Length = .zero
  ) {
    self.reason = reason
    by = length
    self.distanceFromEnd = distanceFromEnd
  }

  /// What a command comes to.
  ///
  /// - Parameters:
  ///   - offset: where the content lay before, in points.
  ///   - distanceFromEnd: how far the end was away then, in points.
  public init(_ command: ScrollCommand, from offset: Double, distanceFromEnd: Double) {
    switch command {
    case .compensation: reason = nil
    case .programmatic(_, let reason): self.reason = reason
    }
    by = (Length(command.offset) ?? .zero) - (Length(offset) ?? .zero)
    self.distanceFromEnd = Length(distanceFromEnd) ?? .zero
  }
}
