internal import MessagingModel

extension DownloadWorld {
  /// Lets everything recover: the server delivers every request, the user insists on each file, and
  /// time passes until nothing is left to do.
  mutating func heal() throws {
    moods = []
    setOnline(false)
    setOnline(true)
    tell(.signedIn)
    for file in Set(wishes.values.flatMap(\.self).map(\.file)).sorted() { tell(.insisted(file)) }
    for _ in 0..<2_000 {
      try settle()
      if let transfer = transfers.first {
        give(transfer.request.file, nil)
      } else if try !advanceToDeadline() {
        return
      }
    }
    throw Violation("downloads do not end, although nothing fails any more")
  }

  /// Makes the server deliver every request, until there is none.
  mutating func giveEverything() throws {
    for _ in 0..<2_000 {
      try settle()
      guard let transfer = transfers.first else { return }
      give(transfer.request.file, nil)
    }
    throw Violation("downloads go on for ever without time passing")
  }

  /// Whether the downloader knows the size of the file.
  func isSizeKnown(of file: FileKey) -> Bool {
    guard let index = index(of: file) else { return false }
    let source = server[file, default: ServerFile()]
    return transfers[index].request.limit == source.size
      || transfers[index].hasBegun && source.tellsSize
  }

  /// Removes a file from outside, and reports to the rules that a screen missed it.
  mutating func lose(_ file: FileKey) {
    guard disk[StoredName(file)]?.isWhole == true, index(of: file) == nil else { return }
    disk[StoredName(file)] = nil
    tell(.lost(file))
  }
}
