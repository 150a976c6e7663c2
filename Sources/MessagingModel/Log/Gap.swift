/// A range of history known to be missing: everything between two places, without them.
public struct Gap: Hashable, Sendable {
  /// The last known place below; `nil` means down to the start of the conversation.
  public let after: ServerPosition?
  /// The first known place above; `nil` means up to what arrives live.
  public let before: ServerPosition?
  /// What the server wants to hear to fill it from above; `nil` if it never said.
  public let token: GapToken?
  /// Whether the server said that it cannot give what is missing: nobody asks for it any more, and
  /// it stays visible as a gap.
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

  /// Everything: the state of a conversation of which nothing is known yet (`GAP-001`).
  public static let everything = Gap(after: nil, before: nil)

  /// Whether something between two neighbours is missing.
  ///
  /// As long as the server has told nothing of a conversation, nothing is missing between messages
  /// of which it has only taken note, nor above the last of them (`GAP-020`).
  ///
  /// - Parameters:
  ///   - lower: `nil` for the start of the conversation.
  ///   - upper: `nil` for the place where live messages arrive.
  package func separates(_ lower: Neighbour?, _ upper: Neighbour?) -> Bool {
    if self == .everything, lower?.isOnlyOurs ?? false, upper?.isOnlyOurs ?? true { return false }
    return separates(lower?.position, upper?.position)
  }

  /// Whether something between the two places is missing.
  ///
  /// - Parameters:
  ///   - lower: `nil` for the start of the conversation.
  ///   - upper: `nil` for the place where live messages arrive.
  func separates(_ lower: Position?, _ upper: Position?) -> Bool {
    let beginsBelow = after.map { after in upper.map { .confirmed(after) < $0 } ?? true } ?? true
    let endsAbove = before.map { before in lower.map { $0 < .confirmed(before) } ?? true }
    // A gap that ends where live messages arrive ends below the first unconfirmed message.
    let isConfirmed = lower.map { $0.confirmed != nil } ?? true
    return beginsBelow && (endsAbove ?? isConfirmed)
  }
}

/// What lies beside a gap: a message, or the place from which a page is read.
public struct Neighbour: Hashable, Sendable {
  public let position: Position
  /// Whether only this device says that a message is there: the server never showed it.
  public let isOnlyOurs: Bool

  /// A message.
  init(_ position: Position, hasEcho: Bool) {
    self.position = position
    isOnlyOurs = !hasEcho
  }

  /// A place of which no message is known.
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

/// The gaps of a conversation: apart from each other, in ascending order (`GAP-003`).
public struct GapSet: Hashable, Sendable {
  public private(set) var gaps: [Gap]

  /// Whether the conversation is known from its start on without a gap.
  public var isComplete: Bool { gaps.isEmpty }

  /// Nothing known: one gap over everything.
  public static let everything = GapSet(gaps: [.everything])

  init(gaps: [Gap]) { self.gaps = gaps }

  /// The gap with the greatest place that separates the two, if any.
  ///
  /// - Complexity: O(gaps).
  public func gap(between lower: Position?, and upper: Position?) -> Gap? {
    // A message that arrived live may lie inside a gap; nothing is missing between it and itself.
    if let lower, lower == upper { return nil }
    return gaps.last { $0.separates(lower, upper) }
  }

  /// The gap with the greatest place that separates two neighbours, if any.
  ///
  /// - Complexity: O(gaps).
  public func gap(from lower: Neighbour?, to upper: Neighbour?) -> Gap? {
    if let lower, lower.position == upper?.position { return nil }
    return gaps.last { $0.separates(lower, upper) }
  }

  /// Adds a gap; gaps that overlap become one, which keeps the token of the uppermost, and which is
  /// unavailable if both are.
  ///
  /// Opening what is open already changes nothing, unless it brings a newer token, or reaches what
  /// arrives live without one.
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

  /// Closes the range from `lower` to `upper`, both included; `nil` is the respective end.
  ///
  /// - Parameter token: fills what remains below the range.
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

  /// The server cannot fill a gap. One that became another one since it was asked for is none of
  /// the server's answer.
  public mutating func giveUp(_ gap: Gap) {
    gaps = gaps.map { known in
      guard known.after == gap.after, known.before == gap.before, known.token == gap.token else {
        return known
      }
      return Gap(after: gap.after, before: gap.before, token: gap.token, isUnavailable: true)
    }
  }

  /// An answer without messages that is not the end: the gap that ends at `upper` gets a new token
  /// (`GAP-009`).
  public mutating func advance(endingAt upper: ServerPosition?, token: GapToken) {
    gaps = gaps.map { gap in
      gap.before == upper ? gap.reaching(to: upper, token) : gap
    }
  }

  private func overlaps(_ left: Gap, _ right: Gap) -> Bool {
    isAscending(left.after, right.before) && isAscending(right.after, left.before)
  }

  /// The range of both; of two that end in one place the newer token counts. What arrives live is
  /// no such place: an older token does not know of what was missed since (`GAP-022`).
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
  /// What is left of it below a place; a newer token is a new way to ask.
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
