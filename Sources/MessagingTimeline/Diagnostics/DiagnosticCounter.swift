internal import MessagingModel

/// Counts records, one after the other.
struct DiagnosticCounter {
  var summary = DiagnosticSummary()
  var opening: Opening?
  /// Whether the log has an opening.
  private var hasOpened = false
  /// Initial scrolls since the conversation was opened.
  private var positionings = 0
  private var wishes: [ScrollCommand.Reason: Int] = [:]
  private var isHeld = false
  /// The residual of the last change.
  private var owed = Length.zero
  /// The last write; `nil` if a change came, or the reader did something, since then.
  private var lastWrite: OffsetWrite?
  /// Writes since the last prepend; `nil` if another change came, or the reader did something,
  /// since then.
  private var writesOfPrepend: Int?
  private var deltas: [Length] = []
  private var frames: [Int64] = []
  /// When the list changed last, or the reader did something.
  private var lastHappening: Int64?
  /// When the first change of rows or frame came after the opening.
  private var firstChange: Int64?
  /// When the list scrolled.
  private var scrollTimes: [Int64] = []
  /// The index of the first scroll of the minute that ends with the last one.
  private var minuteStart = 0
  private var lastTime = Int64.min
  private var inFlight: [Int: WindowRequest.Purpose] = [:]
  private var emptyRun = 0
  var commits: [Commit] = []
  var delays: [Int64] = []
  var lastMetadata: Int64?

  struct Opening {
    let since: Int64
    var updates = 0
    var scrolls = 0
  }

  struct Commit {
    let time: Int64
    let revision: Revision
    let kinds: ChangeKinds
  }

  mutating func add(_ record: DiagnosticRecord) {
    if record.time < lastTime { beginLog() }
    lastTime = record.time
    if let opening, record.time >= DiagnosticSummary.openingTime.after(opening.since) {
      self.opening = nil
    }
    noteTime(of: record)
    switch record.event {
    case .opened: open(record.time)
    case .scrolled:
      owed = .zero
      actOfReader()
    case .held(let isHeld):
      self.isHeld = isHeld
      actOfReader()
    case .wished(let reason):
      wishes[reason, default: 0] += 1
      actOfReader()
    case .ranOut: summary.ranOut += 1
    case .flags: break
    case .changed(let change): take(change, record.time)
    case .wrote(let write): _ = take(write, record.time)
    case .worked(let time): frames.append(time)
    case .asked(let page, let purpose): ask(page, purpose)
    case .answered(let page, let answer): take(answer, of: page)
    case .compared(.same): summary.samePages += 1
    case .compared(.different): summary.differentPages += 1
    case .compared(.impossible): summary.uncomparedPages += 1
    case .committed(let revision, let kinds):
      commits.append(Commit(time: record.time, revision: revision, kinds: kinds))
    case .unchanged(let revision): commits.removeAll { $0.revision <= revision }
    case .updated(let update): take(update, record.time)
    }
  }

  /// Begins the log of another screen, whose clock begins anew. Only the numbers reach from one log
  /// into the next (`DIAG-008`).
  private mutating func beginLog() {
    var next = DiagnosticCounter()
    (next.summary, next.deltas, next.frames, next.delays) = (summary, deltas, frames, delays)
    self = next
  }

  /// Returns the numbers of all records.
  func result(lost: Int) -> DiagnosticSummary {
    var summary = summary
    summary.prepends = Distribution(deltas)
    summary.delays = Distribution(delays)
    summary.frames = Distribution(frames)
    summary.lateFrames = frames.count { $0 > DiagnosticSummary.frameTime }
    summary.lost = lost
    return summary
  }

  /// Notes when something happened that a scroll can be an answer to.
  private mutating func noteTime(of record: DiagnosticRecord) {
    switch record.event {
    case .opened: (lastHappening, firstChange) = (record.time, nil)
    case .scrolled, .held, .wished: lastHappening = record.time
    case .changed:
      lastHappening = record.time
      firstChange = firstChange ?? record.time
    case .ranOut, .flags, .wrote, .worked, .asked, .answered, .compared, .committed, .unchanged,
      .updated:
      break
    }
  }

  // MARK: - The reader

  private mutating func open(_ time: Int64) {
    summary.openings += 1
    hasOpened = true
    actOfReader()
    opening = Opening(since: time)
    (positionings, wishes, isHeld, owed) = (0, [:], false, .zero)
    (inFlight, emptyRun, commits, lastMetadata) = ([:], 0, [], nil)
  }

  private mutating func actOfReader() { (opening, lastWrite, writesOfPrepend) = (nil, nil, nil) }

  // MARK: - The list

  private mutating func take(_ change: ListChange, _ time: Int64) {
    summary.changes += 1
    (lastWrite, writesOfPrepend) = (nil, change.isPrepend ? 0 : nil)
    if change.isPrepend, change.anchorBefore == nil || change.anchorAfter == nil {
      summary.unnamedPrepends += 1
    }
    measure(change)
    let isWanted = change.write.map { take($0, time) } ?? false
    if change.isReset, !isWanted { summary.resets += 1 }
  }

  private mutating func measure(_ change: ListChange) {
    let before = owed
    owed = change.residual
    guard change.anchorBefore != nil else {
      if change.isPrepend { summary.uncomparedPrepends += 1 }
      return
    }
    let delta =
      change.isAtLimit
      ? change.delta.unexplained(owed: owed, before: before) : change.delta.magnitude
    if change.isPrepend {
      deltas.append(delta)
    } else {
      summary.largestOtherDelta = max(summary.largestOtherDelta, delta)
    }
  }

  /// - Returns: whether the write is a scroll that was expected.
  private mutating func take(_ write: OffsetWrite, _ time: Int64) -> Bool {
    if let lastWrite,
      (lastWrite.by > .zero && write.by < .zero)
        || (lastWrite.by < .zero && write.by > .zero)
    {
      summary.snapBacks += 1
    }
    lastWrite = write
    if let writes = writesOfPrepend {
      writesOfPrepend = writes + 1
      summary.mostWritesOfPrepend = max(summary.mostWritesOfPrepend, writes + 1)
    }
    guard let reason = write.reason else {
      summary.corrections += 1
      return false
    }
    summary.scrolls[reason, default: 0] += 1
    countInMinute(time)
    if let since = reason == .initial ? firstChange : lastHappening,
      DiagnosticSummary.scrollDelay.after(since) <= time
    {
      summary.delayedScrolls += 1
    }
    if let scrolls = opening?.scrolls {
      opening?.scrolls = scrolls + 1
      summary.mostScrollsOfOpening = max(summary.mostScrollsOfOpening, scrolls + 1)
    }
    let isExpected = takeExpected(reason, write)
    if !isExpected { summary.unexpectedScrolls += 1 }
    return isExpected
  }

  private mutating func countInMinute(_ time: Int64) {
    scrollTimes.append(time)
    while DiagnosticSummary.minute.after(scrollTimes[minuteStart]) <= time { minuteStart += 1 }
    summary.mostScrollsInMinute = max(
      summary.mostScrollsInMinute, scrollTimes.count - minuteStart)
  }

  private mutating func takeExpected(
    _ reason: ScrollCommand.Reason, _ write: OffsetWrite
  ) -> Bool {
    switch reason {
    case .initial:
      positionings += 1
      summary.mostPositionings = max(summary.mostPositionings, positionings)
      return positionings == 1 && hasOpened
    case .follow: return !isHeld && write.distanceFromEnd <= DiagnosticSummary.endDistance
    case .jump, .end, .sent:
      guard let count = wishes[reason], count > 0 else { return false }
      wishes[reason] = count - 1
      return true
    }
  }

  // MARK: - Pages

  private mutating func ask(_ page: Int, _ purpose: WindowRequest.Purpose) {
    summary.pages += 1
    if purpose.direction != nil, inFlight.values.contains(purpose) { summary.overlaps += 1 }
    inFlight[page] = purpose
  }

  private mutating func take(_ answer: PageAnswer, of page: Int) {
    guard let purpose = inFlight.removeValue(forKey: page), purpose.direction != nil,
      case .rows(let count) = answer
    else { return }
    emptyRun = count == 0 ? emptyRun + 1 : 0
    summary.longestEmptyRun = max(summary.longestEmptyRun, emptyRun)
  }
}

extension Length {
  /// The part of a movement that the residual does not explain. The residual explains a movement by
  /// its change, or by its whole value if the row is gone to which it was owed (`SCROLL-068`).
  func unexplained(owed: Length, before: Length) -> Length {
    min((self - owed + before).magnitude, (self - owed).magnitude)
  }
}
