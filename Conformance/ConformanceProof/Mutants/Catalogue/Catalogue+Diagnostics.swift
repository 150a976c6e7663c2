internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of how far rows moved, and what the list wrote.
  static let diagnostics: [Mutant] = [
    Mutant(
      "scrolls-are-transactions", kills: "DIAG-001",
      "Each scroll of the reader counts as a change that moved nothing.",
      origin: "one callback for everything that happens to the offset",
      .diagnostics(hearing: { record in
        guard record.event == .scrolled else { return [record] }
        let still = ListChange(isPrepend: true, anchorBefore: .one, anchorAfter: .one)
        return [record, DiagnosticRecord(.changed(still), at: record.time)]
      })),
    Mutant(
      "median-between-two", kills: "DIAG-002", "The median of two values is their mean.",
      origin: "what a table calculates",
      .diagnostics(showing: { summary, _ in
        guard summary.prepends.count == 2, let low = summary.prepends.median,
          let high = summary.prepends.largest
        else { return }
        summary.prepends.median = (low + high).half
      })),
    Mutant(
      "upward-is-nothing", kills: "DIAG-003", "Only movements downwards count.",
      origin: "a maximum that began at 0",
      .diagnostics(changing: { if !$0.isAtLimit { $0.delta = max(.zero, $0.delta) } })),
    Mutant(
      "uncompared-is-still", kills: "DIAG-004",
      "A row that cannot be compared counts as moved by 0.",
      origin: "an optional with a default",
      .diagnostics(changing: { $0.anchorBefore = $0.anchorBefore ?? .one })),
    Mutant(
      "debts-are-movements", kills: "DIAG-005", "A movement is a movement, owed or not.",
      origin: "a list near its end that was called unsteady",
      .diagnostics(changing: { $0.isAtLimit = false })),
    Mutant(
      "any-excuse", kills: "DIAG-006", "The correction that a list reports as pending is trusted.",
      origin: "a residual that was whatever had gone wrong",
      .diagnostics(changing: { $0.isAtLimit = true })),
    Mutant(
      "follows-from-anywhere", kills: "DIAG-007", "A scroll to follow the end is always expected.",
      origin: "a list that gave a reason",
      .diagnostics(noting: { event in
        guard case .wrote(var write) = event, write.reason == .follow else { return event }
        write.distanceFromEnd = .zero
        return .wrote(write)
      })),
    Mutant(
      "corrections-are-scrolls", kills: "DIAG-008", "Corrections are scrolls, too.",
      origin: "one counter where the offset is set",
      .diagnostics(noting: { event in
        guard case .wrote(var write) = event, write.reason == nil else { return event }
        write.reason = .follow
        return .wrote(write)
      })),
    Mutant(
      "a-scroll-is-an-excuse", kills: "DIAG-014", "A change that scrolls resets nothing.",
      origin: "a reload that was called a jump",
      .diagnostics(changing: { if $0.write?.reason != nil { $0.isReset = false } })),
    Mutant(
      "second-write-does-not-count", kills: "DIAG-015", "Only the write of the prepend counts.",
      origin: "a second correction after the layout",
      .diagnostics(
        BentDiagnosis(hearing: { records in
          records.enumerated().compactMap { place, record in
            guard case .wrote(let write) = record.event, write.reason == nil, place > 0,
              case .changed(let change) = records[place - 1].event, change.isPrepend
            else { return record }
            return nil
          }
        }))),
    Mutant(
      "half-way-back-is-none", kills: "DIAG-016", "Only a write that takes back all is one back.",
      origin: "a comparison of offsets",
      .diagnostics(
        BentDiagnosis(hearing: { records in
          var last: Length?
          return records.filter { record in
            switch record.event {
            case .changed(let change): last = change.write?.by
            case .wrote(let write):
              defer { last = write.by }
              guard let last, write.reason == nil, last > .zero, write.by < .zero else {
                return true
              }
              return last + write.by <= .zero
            case .opened, .scrolled, .held, .wished: last = nil
            case .ranOut, .flags, .worked, .asked, .answered, .compared, .committed, .unchanged,
              .updated:
              break
            }
            return true
          }
        }))),
    Mutant(
      "a-timer-is-a-reason", kills: "DIAG-027", "A scroll 300 ms later still counts as the answer.",
      origin: "`asyncAfter(0.3)` before a scroll",
      .diagnostics(showing: { summary, _ in summary.delayedScrolls = 0 })),
    Mutant(
      "nobody-read-anything", kills: "DIAG-028",
      "The row being read after a prepend need not be recorded.",
      origin: "a log with deltas, and no row that they belong to",
      .diagnostics(changing: { $0.anchorAfter = $0.anchorAfter ?? .one })),
    Mutant(
      "frames-on-average", kills: "DIAG-029", "The frame figure is the time of most frames.",
      origin: "\"60 frames per second\", on average",
      .diagnostics(showing: { summary, _ in
        (summary.frames.p99, summary.lateFrames) = (summary.frames.median, 0)
      })),
    Mutant(
      "the-last-forty", kills: "DIAG-020", "Only the last forty records are counted.",
      origin: "a ring that was too small",
      .diagnostics(BentDiagnosis(hearing: { $0.suffix(40) }))),
  ]
}

extension MessageID {
  fileprivate static let one = MessageID(high: 0, low: 1)
}
