internal import MessagingModel

/// The families of servers in simulations of a whole system.
package enum SimulationFamily: String, CaseIterable, Sendable {
  /// One stream with numbered updates. Updates get lost, arrive twice, and arrive out of order.
  case numbered
  /// Opaque tokens and long polls.
  case polled
  /// A connection that reports events, without a guarantee for those that were missed while it was
  /// closed.
  case pushed
  /// Long polls, and lists whose order is the only order: times repeat and decrease.
  case lists

  /// The traits of its server. Answers and pages are small, so that short histories reach their
  /// limits.
  package var traits: ServerTraits {
    var traits = ServerTraits(arrival)
    (traits.limit, traits.page, traits.givesLists) = (3, 3, self == .lists)
    if self == .lists { traits.keysAreShownTo = .device }
    return traits
  }

  var hasLink: Bool { arrival != .polled }

  private var arrival: StreamTraits.Arrival {
    switch self {
    case .numbered: .numbered
    case .polled, .lists: .polled
    case .pushed: .pushed
    }
  }
}
