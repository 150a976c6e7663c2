internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Plays `diff` blocks: checks a subject's diff from each list to the next.
struct DiffPlayer: BlockPlayer {
  /// A list of rows as a script writes it.
  struct List: Sendable {
    let rows: [TimelineItem]
    let reachesEnd: Bool
    let version: Int64?
  }

  enum Step: Sendable {
    case old(List)
    case new(List)
  }

  private let differ: any TimelineDiffing
  private(set) var old = Timeline.empty
  private(set) var new = Timeline.empty
  private(set) var diff = TimelineDiff(base: 0, target: 0)
  private(set) var picture = DiffPicture()

  init(_ subject: any DiffSubject) { differ = subject.timelineDiffing() }

  mutating func perform(_ moment: Script<DiffPlayer>.Moment) {
    for step in moment.steps {
      switch step {
      case .old(let list): new = Timeline(list, after: 0)
      case .new(let list):
        (old, new) = (new, Timeline(list, after: new.version))
        diff = differ.diff(from: old, to: new)
        picture.steps.append(
          DiffPicture.Step(
            caption: moment.source, old: old.rows.map { DiffRow($0).name },
            new: new.rows.map { DiffRow($0).name }, diff: diff))
      }
    }
  }

  mutating func explain(_ violation: inout Violation) {
    picture.isViolated = true
    violation.picture = picture.svg(title: violation.message)
  }

  func nameOfOld(_ index: Int) -> String {
    let rows = old.rows
    return rows.indices.contains(index) ? DiffRow(rows[index]).name : "nothing"
  }

  func aspects(of row: DiffRow) -> Observation {
    let updates = diff.updates.filter { DiffRow($0.item).name == row.name }
    let all = updates.reduce(into: TimelineDiff.Aspects()) { $0.formUnion($1.aspects) }
    return Observation(all.words.map { ObservedWord($0) })
  }
}

extension Timeline {
  fileprivate init(_ list: DiffPlayer.List, after version: Int64) {
    self.init(
      version: list.version ?? version + 1, rows: list.rows, reachesEnd: list.reachesEnd)
  }
}

extension TimelineDiff.Aspects {
  /// The names of the aspects, in a fixed order.
  var words: [String] {
    [(Self.content, "content"), (.grouping, "grouping"), (.metadata, "metadata")]
      .filter { contains($0.0) }.map(\.1)
  }
}
