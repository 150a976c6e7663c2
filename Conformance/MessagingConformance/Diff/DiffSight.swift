internal import MessagingModel

/// What can be seen of a diff.
struct DiffSight {
  let old: Timeline
  let new: Timeline
  let diff: TimelineDiff

  func observe(_ expectation: LineExpectation) -> Observation {
    switch expectation.name {
    case "deletes": Observation(diff.deletes.map { ObservedWord("\($0):\(name($0, in: old))") })
    case "inserts":
      Observation(diff.inserts.map { ObservedWord("\($0.index):\(DiffRow($0.item).name)") })
    case "moves":
      Observation(diff.moves.map { ObservedWord("\($0.from)>\($0.to):\(name($0.from, in: old))") })
    case "moved": Observation("\(diff.moves.count)")
    case "updates":
      Observation(
        diff.updates.map { ObservedWord("\($0.from)>\($0.to):\(DiffRow($0.item).name)") })
    case "new":
      Observation(diff.inserts.filter(\.isNew).map { ObservedWord(DiffRow($0.item).name) })
    case "gives":
      DiffOracle.apply(diff, to: old.rows).map { rows in
        Observation(rows.map { ObservedWord(DiffRow($0).name) })
      } ?? Observation("rows-that-are-not-there")
    case "base": Observation("\(diff.base)")
    case "target": Observation("\(diff.target)")
    case "aspects": aspects(of: expectation.arguments.first ?? "")
    default: .missing
    }
  }

  private func name(_ index: Int, in timeline: Timeline) -> String {
    let rows = timeline.rows
    return rows.indices.contains(index) ? DiffRow(rows[index]).name : "nothing"
  }

  private func aspects(of name: String) -> Observation {
    let updates = diff.updates.filter { DiffRow($0.item).name == name }
    guard !updates.isEmpty else { return Observation([]) }
    let all = updates.reduce(into: TimelineDiff.Aspects()) { $0.formUnion($1.aspects) }
    return Observation(all.words.map { ObservedWord($0) })
  }
}

extension TimelineDiff.Aspects {
  /// The names, in a fixed order.
  var words: [String] {
    [(Self.content, "content"), (.grouping, "grouping"), (.metadata, "metadata")]
      .filter { contains($0.0) }.map(\.1)
  }
}
