extension DownloadQueue {
  /// The state of the downloads.
  ///
  /// - Complexity: O(w + n) in the files with a wish and the files on the disk.
  public var status: DownloadStatus {
    var files: [FileKey: FileState] = [:]
    for file in wanted.values { files[file.file] = state(of: file) }
    let byteCount = flights.values.reduce(disk.byteCount) { sum, flight in
      sum.plus(flight.byteCount.minus(disk[flight.name]?.byteCount ?? 0))
    }
    return DownloadStatus(
      phase: phase, files: files, byteCount: byteCount, nextAttempt: nextAttempt)
  }

  private var phase: DownloadStatus.Phase {
    switch session {
    case .signedOut: return .signedOut
    case .needsSignIn: return .needsSignIn
    case .running: break
    }
    let isDiskWaiting = disk.attempts.notBefore > moment || !disk.isKnown
    if let code = disk.attempts.lastError, isDiskWaiting { return .diskFailed(code) }
    guard disk.isKnown else { return .starting }
    return isOnline ? .running : .offline
  }

  private func state(of file: WantedFile) -> FileState {
    if isHere(file.name) { return .here }
    if let flight = flights[file.name] { return .loading(percent: percent(of: flight)) }
    if let refusal = refusal(of: file) { return .refused(refusal) }
    // After a sign-out nothing is tried again.
    let mayBeTried = session != .signedOut
    if mayBeTried, let record = records[file.name], record.notBefore > moment {
      let isOffline = record.offlineUntil > record.attempts.notBefore
      let code = isOffline ? nil : record.attempts.lastError
      return .failed(code ?? "offline", nextAttempt: record.notBefore)
    }
    return crowded.contains(file.name) ? .noRoom : .waiting
  }

  private func percent(of flight: Flight) -> Int {
    guard let size = flight.size, size > 0 else { return 0 }
    let step = min(max(1, policy.progressStep), 100)
    guard flight.byteCount < size else { return 100 / step * step }
    // Not with a Double, in which 29 of 100 bytes are less than 29 percent.
    let percent = size.dividingFullWidth(flight.byteCount.multipliedFullWidth(by: 100)).quotient
    return percent / step * step
  }
}
