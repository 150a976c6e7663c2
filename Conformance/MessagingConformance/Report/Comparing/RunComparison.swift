/// What became better and what became worse from one run to another.
package struct RunComparison: Hashable, Sendable {
  /// A requirement with another outcome on a subject than before, or with cases that changed.
  struct Change: Hashable {
    let subject: String
    let requirement: RequirementID
    let title: String
    let old: Outcome
    let new: Outcome
    /// The cases that held before and do not hold now.
    let broken: [CaseID]
    /// The number of cases that did not hold before and hold now.
    let mended: Int
    /// The message of the first broken case; empty if there is none.
    let message: String

    var kind: Kind {
      if old == .pass, new == .blocked { return .unjudged }
      if old == .pass, new.isTrouble { return .broke }
      if old.isTrouble, new == .pass { return .mended }
      // A requirement that is no longer checked does not count as mended, whatever it was before.
      guard old == new, broken.isEmpty != (mended == 0) else { return .changed }
      return broken.isEmpty ? .mended : .broke
    }
  }

  /// How a requirement changed, in the order of attention.
  package enum Kind: CaseIterable, Hashable, Sendable {
    /// It held before, or held in more cases.
    case broke
    /// It holds now, or holds in more cases.
    case mended
    /// It held before, and cannot be judged now, because another requirement blocks it.
    case unjudged
    /// Any other change: from violated to blocked, for example, or no longer supported.
    case changed
  }

  /// The verdicts on a subject, before and now; `nil` for a run without the subject.
  struct Turn: Hashable {
    let subject: String
    let old: Verdict?
    let new: Verdict?
  }

  /// The requirements that changed, by subject and id.
  let changes: [Change]
  /// The verdicts on every subject of either run.
  let turns: [Turn]
  /// Requirements that only the new run contains.
  let added: [RequirementID]
  /// Requirements that only the old run contains.
  let gone: [RequirementID]
  /// Differences that make the runs hard to compare: `seed 1 before, 7 now`.
  let caveats: [String]

  /// Compares two runs.
  package init(from old: SavedRun, to new: SavedRun) {
    changes = RunComparison.changes(from: old, to: new)
    turns = Set(old.verdicts.keys).union(new.verdicts.keys).sorted().map { subject in
      Turn(subject: subject, old: old.verdicts[subject], new: new.verdicts[subject])
    }
    added = Set(new.titles.keys).subtracting(old.titles.keys).sorted()
    gone = Set(old.titles.keys).subtracting(new.titles.keys).sorted()
    let differing = zip(old.circumstances, new.circumstances).filter { $0 != $1 }
    caveats =
      differing.map { "\($0.name) \($0.value) before, \($1.value) now" }
      + (old.isComplete ? [] : ["the run before is incomplete"])
      + (new.isComplete ? [] : ["this run is incomplete"])
  }

  /// Whether something that held before does not hold now, or a verdict is worse.
  package var isWorse: Bool {
    changes.contains { $0.kind == .broke || $0.kind == .unjudged }
      || turns.contains { turn in
        guard let old = turn.old, let new = turn.new else { return false }
        return old < new
      }
  }

  /// The changes of one kind.
  func changes(_ kind: Kind) -> [Change] { changes.filter { $0.kind == kind } }

  /// Returns the changes of each requirement that both runs checked on the same subject. An outcome
  /// of `not-run` is ignored.
  private static func changes(from old: SavedRun, to new: SavedRun) -> [Change] {
    let before = Dictionary(grouping: old.cases.keys, by: SavedRun.Place.init)
    return new.outcomes.compactMap { place, outcome -> Change? in
      guard let earlier = old.outcomes[place], earlier != .notRun, outcome != .notRun
      else { return nil }
      let pairs = (before[place] ?? []).sorted().compactMap { id in
        new.cases[id].flatMap { now in old.cases[id].map { (id: id, old: $0, new: now) } }
      }
      let broken = pairs.filter { $0.old.outcome == .pass && $0.new.outcome.isTrouble }
      let mended = pairs.count { $0.old.outcome.isTrouble && $0.new.outcome == .pass }
      guard earlier != outcome || !broken.isEmpty || mended > 0 else { return nil }
      return Change(
        subject: place.subject, requirement: place.requirement,
        title: new.titles[place.requirement] ?? "", old: earlier, new: outcome,
        broken: broken.map(\.id), mended: mended, message: broken.first?.new.message ?? "")
    }.sorted { ($0.subject, $0.requirement) < ($1.subject, $1.requirement) }
  }
}

extension SavedRun.Place {
  fileprivate init(_ id: CaseID) {
    self.init(subject: id.subject, requirement: id.requirement)
  }
}

extension Outcome {
  /// Whether a case ran, or was blocked, and did not hold.
  fileprivate var isTrouble: Bool {
    switch self {
    case .error, .fail, .unexpectedPass, .inconclusive, .knownFail, .blocked: true
    case .pass, .unsupported, .untested, .notRun: false
    }
  }
}
