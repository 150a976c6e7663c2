internal import MessagingModel

extension DownloadWorld {
  /// Nothing goes wrong any more: the server gives everything that it is asked for, people insist,
  /// and time passes until nothing is left to be done.
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

  /// The server gives all that it is asked for, until it is asked for nothing.
  mutating func giveEverything() throws {
    for _ in 0..<2_000 {
      try settle()
      guard let transfer = transfers.first else { return }
      give(transfer.request.file, nil)
    }
    throw Violation("downloads go on for ever without time passing")
  }

  /// Whether whoever downloads a file was told how long it is.
  func isSizeKnown(of file: FileKey) -> Bool {
    guard let index = index(of: file) else { return false }
    let source = server[file, default: ServerFile()]
    return transfers[index].request.limit == source.size
      || transfers[index].hasBegun && source.tellsSize
  }

  /// Somebody else removes a file, and a screen finds that out.
  mutating func lose(_ file: FileKey) {
    guard disk[StoredName(file)]?.isWhole == true, index(of: file) == nil else { return }
    disk[StoredName(file)] = nil
    tell(.lost(file))
  }
}
