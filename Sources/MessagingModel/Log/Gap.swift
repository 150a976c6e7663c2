/// A range of history that is known to be missing: everything between two positions, both excluded.
public struct Gap: Hashable, Sendable {
  /// The last known position below the gap; `nil` if it reaches down to the start of the
  /// conversation.
  public let after: ServerPosition?
  /// The first known position above the gap; `nil` if it reaches up to the live end.
  public let before: ServerPosition?
  /// The server's token that fills the gap from above; `nil` if the server gave none.
  public let token: GapToken?
  /// Whether the server reported that it cannot return what is missing. Such a gap is not requested
  /// any more, and stays visible.
  public let isUnavailable: Bool

  public init(
    after: ServerPosition?, before: ServerPosition?, token: GapToken? = nil,
    isUnavailable: Bool = false
  ) {
    self.after = after
    self.before = before
    self.token = token
    self.isUnavailable = isUnavailable
  }

  /// The gap over everything: a conversation of which nothing is known yet (`GAP-001`).
  public static let everything = Gap(after: nil, before: nil)

  /// Returns whether the gap lies between two neighbours.
  ///
  /// As long as the server has returned nothing of a conversation, no gap lies between messages
  /// that the server has not returned, nor above the last of them (`GAP-020`).
  ///
  /// - Parameters:
  ///   - lower: `nil` for the start of the conversation.
  ///   - upper: `nil` for the live end.
  package func separates(_ lower: Neighbour?, _ upper: Neighbour?) -> Bool {
    if self == .everything, lower?.isOnlyOurs ?? false, upper?.isOnlyOurs ?? true { return false }
    return separates(lower?.position, upper?.position)
  }

  /// Returns whether the gap lies between two positions.
  ///
  /// - Parameters:
  ///   - lower: `nil` for the start of the conversation.
  ///   - upper: `nil` for the live end.
  func separates(_ lower: Position?, _ upper: Position?) -> Bool {
    let beginsBelow = after.map { after in upper.map { .confirmed(after) < $0 } ?? true } ?? true
    let endsAbove = before.map { before in lower.map { $0 < .confirmed(before) } ?? true }
    // A gap up to the live end ends below the first unconfirmed message.
    let isConfirmed = lower.map { $0.confirmed != nil } ?? true
    return beginsBelow && (endsAbove ?? isConfirmed)
  }
}

/// A neighbour of a gap: a message, or the position from which a page is read.
public struct Neighbour: Hashable, Sendable {
  public let position: Position
  /// Whether only this device shows that a message is there: the server never returned one.
  public let isOnlyOurs: Bool

  /// Creates the neighbour for a message.
  init(_ position: Position, hasEcho: Bool) {
    self.position = position
    isOnlyOurs = !hasEcho
  }

  /// Creates the neighbour for a position at which no message is known.
  public init(_ position: Position) {
    self.position = position
    isOnlyOurs = position.confirmed == nil
  }
}

extension MessageRecord {
  public var neighbour: Neighbour { Neighbour(position, hasEcho: hasEcho) }
}

extension Message {
  package var neighbour: Neighbour { Neighbour(position, hasEcho: hasEcho) }
}

/// The gaps of a conversation: disjoint, in ascending order (`GAP-003`).
public struct GapSet: Hashable, Sendable {
  public private(set) var gaps: [Gap]

  /// Whether the conversation has no gap, from its start to the live end.
  public var isComplete: Bool { gaps.isEmpty }

  /// Nothing known: one gap over everything.
  public static let everything = GapSet(gaps: [.everything])

  init(gaps: [Gap]) { self.gaps = gaps }

  /// Returns the uppermost gap between two positions; `nil` if there is none.
  ///
  /// - Complexity: O(gaps).
  public func gap(between lower: Position?, and upper: Position?) -> Gap? {
    // A message that arrived live may lie inside a gap. No gap lies between a message and itself.
    if let lower, lower == upper { return nil }
    return gaps.last { $0.separates(lower, upper) }
  }

  /// Returns the uppermost gap between two neighbours; `nil` if there is none.
  ///
  /// - Complexity: O(gaps).
  public func gap(from lower: Neighbour?, to upper: Neighbour?) -> Gap? {
    if let lower, lower.position == upper?.position { return nil }
    return gaps.last { $0.separates(lower, upper) }
  }

  /// Adds a gap. Overlapping gaps become one, which keeps the token of the uppermost and is
  /// unavailable if both are.
  ///
  /// Opening an open gap changes nothing, unless the new gap has a newer token, reaches the live
  /// end without a token, or is available while the old one is not.
  public mutating func open(_ gap: Gap) {
    guard isAscending(gap.after, gap.before) else { return }
    var merged = gap
    var apart: [Gap] = []
    for other in gaps {
      if overlaps(other, merged) {
        merged = union(other, merged)
      } else {
        apart.append(other)
      }
    }
    apart.append(merged)
    gaps = apart.sorted { precedes($0.after, $1.after) }
  }

  /// Closes the range from `lower` to `upper`, both included; `nil` is the start or the live end.
  ///
  /// - Parameter token: the token that fills what remains below the range.
  public mutating func close(
    from lower: ServerPosition?, to upper: ServerPosition?, token: GapToken? = nil
  ) {
    gaps = gaps.flatMap { gap -> [Gap] in
      let startsBefore = gap.before.map { before in lower.map { $0 < before } ?? true } ?? true
      let endsAfter = gap.after.map { after in upper.map { after < $0 } ?? true } ?? true
      guard startsBefore, endsAfter else { return [gap] }
      var remains: [Gap] = []
      if let lower, gap.after.map({ $0 < lower }) ?? true {
        remains.append(gap.reaching(to: lower, token))
      }
      if let upper, gap.before.map({ upper < $0 }) ?? true {
        remains.append(
          Gap(
            after: upper, before: gap.before, token: gap.token,
            isUnavailable: gap.isUnavailable))
      }
      return remains
    }
  }

  /// Marks a gap as unavailable: the server cannot fill it. No effect if the gap has changed since
  /// the request.
  public mutating func giveUp(_ gap: Gap) {
    gaps = gaps.map { known in
      guard known.after == gap.after, known.before == gap.before, known.token == gap.token else {
        return known
      }
      return Gap(after: gap.after, before: gap.before, token: gap.token, isUnavailable: true)
    }
  }

  /// Gives the gap that ends at `upper` a new token: the server returned no messages and did not
  /// report the start (`GAP-009`).
  public mutating func advance(endingAt upper: ServerPosition?, token: GapToken) {
    gaps = gaps.map { gap in
      gap.before == upper ? gap.reaching(to: upper, token) : gap
    }
  }

  private func overlaps(_ left: Gap, _ right: Gap) -> Bool {
    isAscending(left.after, right.before) && isAscending(right.after, left.before)
  }

  /// Returns the union of two gaps. If both end at the same position, the newer token counts. At
  /// the live end only the token of `new` counts: an older token does not cover what was missed
  /// since (`GAP-022`).
  private func union(_ old: Gap, _ new: Gap) -> Gap {
    let after = precedes(old.after, new.after) ? old.after : new.after
    let upper = reaches(old.before, beyond: new.before) ? old : new
    let newer = old.before == new.before ? new.token ?? old.token : upper.token
    let token = new.before == nil ? new.token : newer
    return Gap(
      after: after, before: upper.before, token: token,
      isUnavailable: old.isUnavailable && new.isUnavailable)
  }

  private func isAscending(_ after: ServerPosition?, _ before: ServerPosition?) -> Bool {
    guard let after, let before else { return true }
    return after < before
  }

  private func precedes(_ left: ServerPosition?, _ right: ServerPosition?) -> Bool {
    guard let left else { return right != nil }
    return right.map { left < $0 } ?? false
  }

  private func reaches(_ left: ServerPosition?, beyond right: ServerPosition?) -> Bool {
    guard let left else { return true }
    return right.map { $0 < left } ?? false
  }
}

extension Gap {
  /// Returns the part of the gap below a position. A newer token makes the gap available again.
  fileprivate func reaching(to before: ServerPosition?, _ newer: GapToken?) -> Gap {
    Gap(
      after: after, before: before, token: newer ?? token,
      isUnavailable: isUnavailable && newer == nil)
  }
}

extension Gap: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("after", after)
      writer.field("before", before)
      writer.field("token", token)
      writer.flag("unavailable", isUnavailable)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Gap(
        after: try reader.optional("after"), before: try reader.optional("before"),
        token: try reader.optional("token"), isUnavailable: try reader.flag("unavailable"))
    }
  }
}
