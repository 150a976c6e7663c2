internal import MessagingModel

/// The families of servers. Each block is played against all of them, unless its first line names
/// some.
enum SyncFamily: String, CaseIterable, Sendable {
  /// Opaque tokens and long polls.
  case polled
  /// A connection with numbered updates.
  case numbered
  /// A connection with updates that have no numbers.
  case pushed
  /// Long polls, and lists that are not ordered by time.
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

  /// The variant under which a block is played against this family; plain for the first family.
  var variant: Variant {
    switch self {
    case .polled: .plain
    case .numbered: .numbered
    case .pushed: .pushed
    case .lists: .lists
    }
  }
}
