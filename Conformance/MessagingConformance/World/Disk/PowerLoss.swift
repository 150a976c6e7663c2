/// Which unsynced changes a loss of power destroys.
enum PowerLoss: Hashable, Sendable {
  /// None, as after the death of a process.
  case nothing
  /// All unsynced bytes; the names stay.
  case bytes
  /// All unsynced names; the bytes stay.
  case names
  /// All unsynced changes.
  case everything
  /// All but a first part of the unsynced changes.
  case tail(SeededRandom)
  /// A random choice for each write and each name. A few writes are kept in part or replaced by
  /// noise.
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

  /// The fates of a number of pending changes.
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

/// The fate of a write.
enum WriteFate {
  case whole
  case lost
  /// Only some of its sectors are written.
  case torn(SeededRandom)
  /// Other bytes are written.
  case trashed(SeededRandom)
}

/// Returns the fates of pending changes, one after the other.
struct LossFates {
  let loss: PowerLoss
  /// How many of the first changes stay.
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
