internal import MessagingModel

/// The families of servers that exist; each block is played against all of them, unless its first
/// line names those that it is about.
enum SyncFamily: String, CaseIterable, Sendable {
  /// Opaque tokens and long polls.
  case polled
  /// A connection whose updates have numbers.
  case numbered
  /// A connection whose updates have none.
  case pushed
  /// Long polls, and lists whose order no time tells.
  case lists

  var traits: ServerTraits {
    switch self {
    case .polled: ServerTraits(.polled)
    case .numbered: ServerTraits(.numbered)
    case .pushed: ServerTraits(.pushed)
    case .lists:
      {
        var traits = ServerTraits(.polled)
        traits.givesLists = true
        return traits
      }()
    }
  }

  /// Under which a block is played against it, if it is not the first.
  var variant: Variant {
    switch self {
    case .polled: .plain
    case .numbered: .numbered
    case .pushed: .pushed
    case .lists: .lists
    }
  }
}
