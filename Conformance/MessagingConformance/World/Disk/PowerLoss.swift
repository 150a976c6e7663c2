/// What of the unsynced a loss of power takes with it.
enum PowerLoss: Hashable, Sendable {
  /// Nothing: as after the death of a process.
  case nothing
  /// All bytes that were not synced; the names stay.
  case bytes
  /// All names that were not synced; the bytes stay.
  case names
  /// Everything that was not synced.
  case everything
  /// The first part stays, the rest is lost.
  case tail(SeededRandom)
  /// Each write and each name for itself, and a few writes in part or as noise.
  case some(SeededRandom)

  var words: String {
    switch self {
    case .nothing: "nothing"
    case .bytes: "all unsynced bytes"
    case .names: "all unsynced names"
    case .everything: "everything unsynced"
    case .tail: "the last of the unsynced"
    case .some: "some of the unsynced, some of it in part"
    }
  }

  /// What becomes of so many things that wait.
  func fates(of count: Int) -> LossFates {
    var random: SeededRandom? = nil
    var kept = 0
    switch self {
    case .nothing, .bytes, .names, .everything: break
    case .some(let source): random = source
    case .tail(var source): kept = count == 0 ? 0 : source.below(count)
    }
    return LossFates(loss: self, kept: kept, random: random)
  }
}

/// What becomes of a write.
enum WriteFate {
  case whole
  case lost
  /// Some of its sectors are there.
  case torn(SeededRandom)
  /// Something else is there.
  case trashed(SeededRandom)
}

/// Deals out what becomes of one thing that waits after the other.
struct LossFates {
  let loss: PowerLoss
  /// So many of the first stay.
  var kept: Int
  var random: SeededRandom?

  mutating func ofBytes() -> WriteFate {
    switch loss {
    case .nothing, .names: return .whole
    case .bytes, .everything: return .lost
    case .tail: return takesFirst() ? .whole : .lost
    case .some:
      switch random?.below(8) ?? 0 {
      case 0, 1, 2: return .whole
      case 3, 4, 5: return .lost
      case 6: return .torn(split())
      default: return .trashed(split())
      }
    }
  }

  mutating func ofName() -> Bool {
    switch loss {
    case .nothing, .bytes: true
    case .names, .everything: false
    case .tail: takesFirst()
    case .some: random?.chance(1, of: 2) ?? true
    }
  }

  private mutating func takesFirst() -> Bool {
    kept -= 1
    return kept >= 0
  }

  private mutating func split() -> SeededRandom { SeededRandom(seed: random?.next() ?? 0) }
}
