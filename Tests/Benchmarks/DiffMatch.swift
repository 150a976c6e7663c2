import MessagingModel
import MessagingTimeline

/// Those of the diff, by name.
func diffMatches(_ name: String) -> [Match]? {
  switch name {
  case "diff": return DiffChange.six(DiffWorld(5_000)).map(changeMatch)
  case "shuffle": return [shuffleMatch()]
  case "growth": return DiffChange.six(DiffWorld(500)).indices.map(growthMatch) + [builderMatch()]
  default: return nil
  }
}

/// One change of 5,000 rows, against the standard library and against doing almost nothing.
private func changeMatch(_ change: DiffChange) -> Match {
  let (old, new, apart) = (change.old, change.new, change.new.apart)
  let (oldRows, newRows) = (old.rows, new.rows)
  let (oldPlain, newPlain) = (oldRows.map(PlainRow.init), newRows.map(PlainRow.init))
  let wanted = TimelineDiffer().diff(from: old, to: new)
  precondition(!wanted.isEmpty && TimelineDiffer().diff(from: old, to: apart) == wanted)
  return Match(
    "\(change.name), \(old.count) rows",
    [
      Contender("diff", times: 100) {
        let diff = TimelineDiffer().diff(from: old, to: new)
        precondition(diff.updates.count == wanted.updates.count, "another diff")
      },
      Contender("diff, no row shared") {
        let diff = TimelineDiffer().diff(from: old, to: apart)
        precondition(diff.updates.count == wanted.updates.count, "another diff")
      },
      Contender("CollectionDifference, moves inferred") {
        let difference = newRows.difference(from: oldRows).inferringMoves()
        precondition(!difference.isEmpty, "no difference")
      },
      Contender("scan of ids and revisions", times: 10) {
        precondition(scan(oldPlain, newPlain) > 0, "no difference")
      },
    ],
    goals: [
      Goal(
        "CollectionDifference over diff, at least 20", "CollectionDifference, moves inferred",
        over: "diff", .atLeast(20)),
      Goal(
        "diff over the scan, at most 3", "diff", over: "scan of ids and revisions", .atMost(3)),
    ])
}

/// A row as a list of UUIDs and revisions has it: 24 bytes, nothing to be followed.
private struct PlainRow {
  struct ID: Equatable { let high, low: UInt64 }

  let id: ID
  let revision: Int

  init(_ item: TimelineItem) {
    let day: Int = if case .day(let day) = item.id { day.number } else { -1 }
    id = item.id.message.map { ID(high: $0.high, low: $0.low) } ?? ID(high: 0, low: UInt64(day + 1))
    revision = item.message?.message.delivery == .read ? 1 : 0
  }
}

/// The least that finds out what changed: from both ends, as long as ids are equal.
///
/// - Returns: how many rows lie between the two, and how many have another revision.
private func scan(_ old: [PlainRow], _ new: [PlainRow]) -> Int {
  var (prefix, changed) = (0, 0)
  let limit = min(old.count, new.count)
  while prefix < limit, old[prefix].id == new[prefix].id {
    if old[prefix].revision != new[prefix].revision { changed += 1 }
    prefix += 1
  }
  var suffix = 0
  while suffix < limit - prefix, old[old.count - 1 - suffix].id == new[new.count - 1 - suffix].id {
    if old[old.count - 1 - suffix].revision != new[new.count - 1 - suffix].revision { changed += 1 }
    suffix += 1
  }
  // What is left is gone through once more, row by row.
  for index in prefix..<max(prefix, limit - suffix) where old[index].id != new[index].id {
    changed += 1
  }
  return changed + max(old.count, new.count) - prefix - suffix
}

/// Everything somewhere else.
private func shuffleMatch() -> Match {
  var contenders: [Contender] = []
  for count in [5_000, 20_000, 80_000] {
    let old = DiffWorld(count).timeline
    var state: UInt64 = 1
    var shuffled = old.rows
    for index in shuffled.indices.reversed() where index > 0 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      shuffled.swapAt(index, Int(state >> 33) % (index + 1))
    }
    for (name, rows) in [("reversed", Array(old.rows.reversed())), ("shuffled", shuffled)] {
      let new = Timeline(version: 2, rows: rows)
      contenders.append(
        Contender("\(count) \(name)") {
          let diff = TimelineDiffer().diff(from: old, to: new)
          precondition(diff.moves.count > count / 2, "too few moves")
        })
    }
  }
  return Match(
    "Everything moves", contenders,
    goals: [
      // Ever more rows lie outside the caches; what is quadratic would take 16 times as long.
      Goal(
        "80,000 over 20,000 reversed, at most 8", "80000 reversed", over: "20000 reversed",
        .atMost(8)),
      Goal(
        "20,000 over 5,000 reversed, at most 8", "20000 reversed", over: "5000 reversed",
        .atMost(8)),
      Goal(
        "20,000 over 5,000 shuffled, at most 8", "20000 shuffled", over: "5000 shuffled",
        .atMost(8)),
    ])
}

/// One of the six changes in lists of all sizes.
private func growthMatch(_ index: Int) -> Match {
  let sizes = [500, 5_000, 50_000, 500_000]
  let changes = sizes.map { DiffChange.six(DiffWorld($0))[index] }
  return Match(
    "Growth: \(changes[0].name)",
    zip(sizes, changes).map { size, change in
      Contender("\(size) rows", times: 20) {
        precondition(!TimelineDiffer().diff(from: change.old, to: change.new).isEmpty, "no diff")
      }
    },
    goals: [
      Goal(
        "1,000 times the rows, at most 20 times the cost", "500000 rows", over: "500 rows",
        .atMost(20))
    ])
}

/// What comes before a diff: the rows of a snapshot.
private func builderMatch() -> Match {
  let contenders = [500, 5_000].flatMap { count in
    let world = DiffWorld(count)
    // The last one is another one: all are compared.
    let changed = DiffWorld(count).messages.dropLast() + [DiffWorld.message(count + 1, of: count)]
    return [
      Contender("\(count) messages, for the first time") {
        precondition(
          DiffWorld.rows(world.messages, after: .empty).count > count, "rows are missing")
      },
      Contender("\(count) messages, one changed") {
        precondition(
          world.next { $0[count / 3].delivery = .read }.count > count, "rows are missing")
      },
      Contender("\(count) messages, compared") {
        let isSame = zip(world.messages, changed).allSatisfy { $0 == $1 }
        precondition(!isSame || changed.count == count, "messages are missing")
      },
    ]
  }
  return Match(
    "Rows of a snapshot", contenders,
    goals: [
      Goal(
        "one of 5,000 changed, over comparing them all", "5000 messages, one changed",
        over: "5000 messages, compared", .atMost(0.5)),
      Goal(
        "one of 5,000 changed, over all rows", "5000 messages, one changed",
        over: "5000 messages, for the first time", .anything),
    ])
}
