internal import MessagingModel

// Updates of the screen.
extension DiagnosticCounter {
  mutating func take(_ update: UpdateNote, _ time: Int64) {
    summary.updates += 1
    countOpening(update)
    let shown = commits.filter { $0.revision <= update.revision }
    commits.removeAll { $0.revision <= update.revision }
    if let first = shown.first { delays.append(time - first.time) }
    let isMetadata = !shown.isEmpty && shown.allSatisfy { $0.kinds == .metadata }
    switch update.reason {
    case .local, .page: summary.falseArrivals += update.arrivals
    case .jump: break
    case .merged, .news: if isMetadata { countMetadata(update, time) }
    }
    summary.misplaced += update.misplaced
    summary.sent += update.sent
    summary.replaced += update.replaced
  }

  private mutating func countOpening(_ update: UpdateNote) {
    guard let updates = opening?.updates else { return }
    opening?.updates = updates + 1
    summary.mostUpdatesOfOpening = max(summary.mostUpdatesOfOpening, updates + 1)
    switch update.reason {
    case .local, .jump, .merged: break
    case .page, .news: summary.earlyUpdates += 1
    }
  }

  private mutating func countMetadata(_ update: UpdateNote, _ time: Int64) {
    summary.metadataUpdates += 1
    summary.metadataMeasured += update.measured
    if let last = lastMetadata, time - last < DiagnosticSummary.metadataWindow {
      summary.metadataBursts += 1
    }
    lastMetadata = time
  }
}
