internal import MessagingModel
internal import MessagingTimeline

/// The oracle of the area DIAG. It computes each figure separately, from all records of the log of
/// one screen, and adds up the logs that are read as one.
struct NaiveDiagnosis {
  private let records: [DiagnosticRecord]
  /// What distributions are made of.
  private var deltas: [Int64] = []
  private var delays: [Int64] = []

  private init(_ records: [DiagnosticRecord]) { self.records = records }

  static func summary(of log: DiagnosticLog) -> DiagnosticSummary {
    // Where the times go back, the log of another screen begins.
    var logs: [[DiagnosticRecord]] = []
    for record in log.records {
      if let last = logs.last?.last, last.time <= record.time {
        logs[logs.count - 1].append(record)
      } else {
        logs.append([record])
      }
    }
    var summary = DiagnosticSummary()
    var (deltas, delays): ([Int64], [Int64]) = ([], [])
    for records in logs {
      var diagnosis = NaiveDiagnosis(records)
      diagnosis.count(&summary)
      deltas += diagnosis.deltas
      delays += diagnosis.delays
    }
    summary.prepends.count = deltas.count
    summary.prepends.median = quantile(deltas, 50).map(Length.init(units:))
    summary.prepends.p99 = quantile(deltas, 99).map(Length.init(units:))
    summary.prepends.largest = deltas.max().map(Length.init(units:))
    summary.delays.count = delays.count
    summary.delays.median = quantile(delays, 50)
    summary.delays.p99 = quantile(delays, 99)
    summary.delays.largest = delays.max()
    countFrames(of: log.records, &summary)
    summary.lost = log.lost
    return summary
  }

  private mutating func count(_ summary: inout DiagnosticSummary) {
    countMovements(&summary)
    countWrites(&summary)
    countPages(&summary)
    countUpdates(&summary)
    summary.openings += count { $0 == .opened }
    summary.ranOut += count { $0 == .ranOut }
    summary.samePages += count { $0 == .compared(.same) }
    summary.differentPages += count { $0 == .compared(.different) }
    summary.uncomparedPages += count { $0 == .compared(.impossible) }
  }

  private func count(_ isCounted: (DiagnosticEvent) -> Bool) -> Int {
    records.filter { isCounted($0.event) }.count
  }

  // MARK: - What moved

  private mutating func countMovements(_ summary: inout DiagnosticSummary) {
    for (place, record) in records.enumerated() {
      guard case .changed(let change) = record.event else { continue }
      summary.changes += 1
      let isNamed = change.anchorBefore != nil && change.anchorAfter != nil
      if change.isPrepend, !isNamed { summary.unnamedPrepends += 1 }
      if change.isReset, !isWanted(place) { summary.resets += 1 }
      guard change.anchorBefore != nil else {
        if change.isPrepend { summary.uncomparedPrepends += 1 }
        continue
      }
      let delta = unexplained(change, place)
      if change.isPrepend {
        deltas.append(delta)
      } else if delta > summary.largestOtherDelta.units {
        summary.largestOtherDelta = Length(units: delta)
      }
    }
  }

  private func unexplained(_ change: ListChange, _ place: Int) -> Int64 {
    let delta = change.delta.units
    guard change.isAtLimit else { return abs(delta) }
    var before: Int64 = 0
    for earlier in records[..<place].reversed() {
      if earlier.event == .scrolled || earlier.event == .opened { break }
      if case .changed(let other) = earlier.event {
        before = other.residual.units
        break
      }
    }
    let owed = change.residual.units
    return min(abs(delta - (owed - before)), abs(delta - owed))
  }

  /// The least value that at least `percent` of the values do not exceed.
  private static func quantile(_ values: [Int64], _ percent: Int) -> Int64? {
    values.sorted().first { value in
      values.filter { $0 <= value }.count * 100 >= percent * values.count
    }
  }

  // MARK: - What the list wrote

  private func write(_ place: Int) -> OffsetWrite? {
    switch records[place].event {
    case .wrote(let write): write
    case .changed(let change): change.write
    case .opened, .flags, .scrolled, .held, .wished, .ranOut, .worked, .asked, .answered,
      .compared, .committed, .unchanged, .updated:
      nil
    }
  }

  private func isReader(_ place: Int) -> Bool {
    switch records[place].event {
    case .opened, .scrolled, .held, .wished: true
    case .changed, .wrote, .ranOut, .flags, .worked, .asked, .answered, .compared, .committed,
      .unchanged, .updated:
      false
    }
  }

  private func isChange(_ place: Int) -> Bool {
    if case .changed = records[place].event { true } else { false }
  }

  private func lastOpening(before place: Int) -> Int? {
    records[..<place].lastIndex { $0.event == .opened }
  }

  /// The index of the opening, if a record belongs to one; `nil` otherwise.
  private func opening(_ place: Int) -> Int? {
    guard let opening = lastOpening(before: place) else { return nil }
    if ((opening + 1)..<place).contains(where: isReader) { return nil }
    return records[place].time - records[opening].time < 2_000 ? opening : nil
  }

  private func isWanted(_ place: Int) -> Bool {
    guard let write = write(place), let reason = write.reason else { return false }
    let start = lastOpening(before: place)
    let since = (start ?? -1) + 1
    switch reason {
    case .initial:
      return start != nil && !(since..<place).contains { self.write($0)?.reason == .initial }
    case .follow:
      var isHeld = false
      for record in records[since..<place] {
        if case .held(let held) = record.event { isHeld = held }
      }
      return !isHeld && write.distanceFromEnd.units <= 50 * 192
    case .jump, .end, .sent:
      var wishes = 0
      for earlier in since..<place {
        if records[earlier].event == .wished(reason) { wishes += 1 }
        if self.write(earlier)?.reason == reason { wishes = max(0, wishes - 1) }
      }
      return wishes > 0
    }
  }

  /// Whether the write came at least 300 ms after the event that it could respond to.
  private func isDelayed(_ place: Int) -> Bool {
    let since: Int?
    if write(place)?.reason == .initial {
      let start = lastOpening(before: place) ?? 0
      since = (start...place).first(where: isChange)
    } else {
      since = (0...place).last { isReader($0) || isChange($0) }
    }
    return since.map { records[place].time - records[$0].time >= 300 } ?? false
  }

  private static func countFrames(
    of records: [DiagnosticRecord], _ summary: inout DiagnosticSummary
  ) {
    let frames = records.compactMap { record in
      if case .worked(let time) = record.event { time } else { nil }
    }
    summary.frames.count = frames.count
    summary.frames.median = quantile(frames, 50)
    summary.frames.p99 = quantile(frames, 99)
    summary.frames.largest = frames.max()
    summary.lateFrames = frames.filter { $0 > 16_667 }.count
  }

  private func countWrites(_ summary: inout DiagnosticSummary) {
    let places = records.indices.filter { write($0) != nil }
    let scrolls = places.filter { write($0)?.reason != nil }
    summary.corrections += places.count - scrolls.count
    for place in scrolls {
      if let reason = write(place)?.reason { summary.scrolls[reason, default: 0] += 1 }
      let end = records[place].time
      let inMinute = scrolls.filter { $0 <= place && records[$0].time > end - 60_000 }
      summary.mostScrollsInMinute = max(summary.mostScrollsInMinute, inMinute.count)
      let sinceOpening = scrolls.filter {
        opening($0) != nil && opening($0) == opening(place) && $0 <= place
      }
      summary.mostScrollsOfOpening = max(summary.mostScrollsOfOpening, sinceOpening.count)
      let start = lastOpening(before: place)
      let positionings = scrolls.filter { write($0)?.reason == .initial && $0 <= place }
        .filter { lastOpening(before: $0) == start }
      summary.mostPositionings = max(summary.mostPositionings, positionings.count)
    }
    summary.unexpectedScrolls += scrolls.filter { !isWanted($0) }.count
    summary.delayedScrolls += scrolls.filter(isDelayed).count
    for (first, second) in zip(places, places.dropFirst()) {
      guard !((first + 1)...second).contains(where: { isReader($0) || isChange($0) }),
        let before = write(first)?.by.units, let after = write(second)?.by.units
      else { continue }
      if before.signum() * after.signum() < 0 { summary.snapBacks += 1 }
    }
    for place in records.indices {
      guard case .changed(let change) = records[place].event, change.isPrepend else { continue }
      let end =
        records.indices.first { $0 > place && (isReader($0) || isChange($0)) } ?? records.count
      let writes = places.filter { (place..<end).contains($0) }
      summary.mostWritesOfPrepend = max(summary.mostWritesOfPrepend, writes.count)
    }
  }
}

extension NaiveDiagnosis {
  // MARK: - Pages

  private func countPages(_ summary: inout DiagnosticSummary) {
    var run = 0
    for (place, record) in records.enumerated() {
      if record.event == .opened { run = 0 }
      if case .asked(_, let purpose) = record.event {
        summary.pages += 1
        let isOverlap = inFlight(at: place).contains { $0.purpose == purpose }
        if isOverlap, purpose == .older || purpose == .newer { summary.overlaps += 1 }
      }
      guard case .answered(let page, .rows(let rows)) = record.event,
        let asked = inFlight(at: place).first(where: { $0.page == page }),
        asked.purpose == .older || asked.purpose == .newer
      else { continue }
      run = rows == 0 ? run + 1 : 0
      summary.longestEmptyRun = max(summary.longestEmptyRun, run)
    }
  }

  private func inFlight(at place: Int) -> [(page: Int, purpose: WindowRequest.Purpose)] {
    var pages: [(page: Int, purpose: WindowRequest.Purpose)] = []
    for record in records[..<place] {
      switch record.event {
      case .opened: pages = []
      case .asked(let page, let purpose):
        pages.removeAll { $0.page == page }
        pages.append((page, purpose))
      case .answered(let page, _): pages.removeAll { $0.page == page }
      case .scrolled, .held, .wished, .ranOut, .flags, .changed, .wrote, .worked, .compared,
        .committed, .unchanged, .updated:
        break
      }
    }
    return pages
  }

  // MARK: - Updates

  private mutating func countUpdates(_ summary: inout DiagnosticSummary) {
    var metadata: (opening: Int?, time: Int64)?
    for (place, record) in records.enumerated() {
      guard case .updated(let update) = record.event else { continue }
      summary.updates += 1
      summary.sent += update.sent
      summary.replaced += update.replaced
      summary.misplaced += update.misplaced
      if update.reason == .local || update.reason == .page {
        summary.falseArrivals += update.arrivals
      }
      if let opening = opening(place) {
        let updates = records.indices.filter { $0 <= place && isUpdate($0) }
          .filter { self.opening($0) == opening }
        summary.mostUpdatesOfOpening = max(summary.mostUpdatesOfOpening, updates.count)
        if update.reason == .page || update.reason == .news { summary.earlyUpdates += 1 }
      }
      let commits = commits(shownAt: place, upTo: update.revision)
      guard let first = commits.first else { continue }
      delays.append(record.time - first.time)
      let isOfCommits = update.reason == .news || update.reason == .merged
      guard isOfCommits, commits.allSatisfy(\.isMetadata) else { continue }
      summary.metadataUpdates += 1
      summary.metadataMeasured += update.measured
      let start = lastOpening(before: place)
      if let metadata, metadata.opening == start, record.time - metadata.time < 200 {
        summary.metadataBursts += 1
      }
      metadata = (start, record.time)
    }
  }

  private func isUpdate(_ place: Int) -> Bool {
    if case .updated = records[place].event { true } else { false }
  }

  /// The commits that no earlier update has shown.
  private func commits(
    shownAt place: Int, upTo revision: Revision
  ) -> [(time: Int64, isMetadata: Bool)] {
    var commits: [(time: Int64, revision: Revision, isMetadata: Bool)] = []
    for record in records[..<place] {
      switch record.event {
      case .opened: commits = []
      case .committed(let revision, let kinds):
        commits.append((record.time, revision, kinds == .metadata))
      case .updated(let update): commits.removeAll { $0.revision <= update.revision }
      case .unchanged(let revision): commits.removeAll { $0.revision <= revision }
      case .scrolled, .held, .wished, .ranOut, .flags, .changed, .wrote, .worked, .asked,
        .answered, .compared:
        break
      }
    }
    return commits.filter { $0.revision <= revision }.map { ($0.time, $0.isMetadata) }
  }
}
