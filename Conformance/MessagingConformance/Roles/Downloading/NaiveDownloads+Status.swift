internal import MessagingCore
internal import MessagingModel

// What is said of the files that screens wish for, at every moment.
extension NaiveDownloads {
  /// The fault in the states of the files; `nil` if there is none.
  func faultOfStatus(_ world: DownloadWorld) -> Law? {
    let status = world.rules.status
    if let fault = faultOfWishes(status, world) ?? faultOfSum(status, world) { return fault }
    for (file, state) in status.files {
      // Once the owner has left, nobody asks what else is shown (`LOAD-020`).
      if isSignedOut, !state.isLoading { continue }
      if let fault = fault(of: state, file, world) {
        return Law("\(DownloadNames.word(file)) \(fault)")
      }
    }
    return nil
  }

  /// A file that a screen wishes for has a state, and no other file has one.
  private func faultOfWishes(_ status: DownloadStatus, _ world: DownloadWorld) -> Law? {
    let wishes = world.wishes.values.flatMap(\.self).filter { !$0.isOwn }
    let (wished, shown) = (Set(wishes.map(\.file)), Set(status.files.keys))
    if isSignedOut || wished == shown { return nil }
    if let file = wished.subtracting(shown).first {
      return Law("a screen wishes for \(DownloadNames.word(file)), which has no state")
    }
    return shown.subtracting(wished).first.map { file in
      Law("no screen wishes for \(DownloadNames.word(file)), which has a state")
    }
  }

  /// The bytes that are said to be on the disk are those that rules have heard of. What a worker
  /// has heard of is not known here, and what comes after a sign-out is not heard of.
  private func faultOfSum(_ status: DownloadStatus, _ world: DownloadWorld) -> Law? {
    guard isListed, !isSignedOut, world.worker == nil, world.work.isEmpty else { return nil }
    let sum = world.disk.reduce(0) { sum, file in
      let transfer = world.transfers.first { $0.request.name == file.key }
      return sum + (transfer?.reported ?? file.value.bytes.count)
    }
    return status.byteCount == sum
      ? nil : Law("\(status.byteCount) bytes are said to be on the disk, which has \(sum)")
  }

  private func fault(
    of state: FileState, _ file: FileKey, _ world: DownloadWorld
  ) -> String? {
    let isComing = world.index(of: file) != nil
    let isHere = world.disk[StoredName(file)]?.isWhole == true
    switch state {
    case .loading(let percent):
      if !(0...100).contains(percent) { return "is shown as \(percent) percent" }
      return isComing || isBeingPlaced(file, world) ? nil : "is shown as loading, and is not"
    case .here: return isHere ? nil : "is shown as here, and is not"
    case .waiting, .noRoom, .failed:
      if isComing { return "is in flight, and not shown as loading" }
      return refused.contains(file) && !isHere
        ? "is refused by the server, and not shown as refused" : nil
    case .refused(let refusal):
      if isComing { return "is in flight, and not shown as loading" }
      return isRight(refusal, file, world) ? nil : "is shown as refused, for no reason"
    }
  }

  /// Whether the last byte has come, and the disk has not put the file in its place yet. A worker
  /// whose disk has something to do requests later what it has decided and shows now.
  private func isBeingPlaced(_ file: FileKey, _ world: DownloadWorld) -> Bool {
    if world.worker != nil, !world.work.isEmpty { return true }
    return world.work.contains { work in
      if case .keep(_, let name, _) = work { name == StoredName(file) } else { false }
    }
  }

  /// Whether there is a reason for a refusal.
  private func isRight(
    _ refusal: FileRefusal, _ file: FileKey, _ world: DownloadWorld
  ) -> Bool {
    let wishes = world.wishes.values.flatMap(\.self).filter { $0.file == file && !$0.isOwn }
    let size = world.server[file, default: .init()].size
    switch refusal {
    case .byServer: return refused.contains(file)
    case .negativeSize: return wishes.contains { $0.byteCount ?? 0 < 0 }
    case .tooLarge:
      let said = wishes.map { $0.byteCount ?? size }.max() ?? size
      return max(said, size) > min(policy.budget, policy.unknownLimit)
    case .wrongLength:
      return failed.contains(file) || wishes.contains { $0.byteCount ?? size != size }
    case .badName: return false
    }
  }
}

extension FileState {
  fileprivate var isLoading: Bool { if case .loading = self { true } else { false } }
}
