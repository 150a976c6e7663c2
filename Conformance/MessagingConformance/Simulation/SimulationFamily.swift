package import MessagingModel

/// The families of servers that a whole system is simulated with.
package enum SimulationFamily: String, CaseIterable, Sendable {
  /// One stream in which every update has a number; updates get lost, doubled and mixed up.
  case numbered
  /// Opaque tokens and long polls.
  case polled
  /// A connection that says what happens, and promises nothing about what was missed without it.
  case pushed
  /// Long polls, and lists whose order is all there is: times repeat and run backwards.
  case lists

  /// What its server is like: small answers and pages, so that short histories meet their ends.
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
