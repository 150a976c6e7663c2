internal import MessagingModel

extension Snapshot {
  /// The whole content of a snapshot except its revision, to compare two stores with the same
  /// changes.
  ///
  /// - Parameter capabilities: what both stores can report; everything else is left out.
  func lines(_ capabilities: Set<Capability> = Set(Capability.allCases)) -> [String] {
    let text = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
    var lines = messages.map { text($0.canonical) }
    lines += quotes.map { "\($0.key) is quoted: \(text($0.value.canonical))" }.sorted()
    lines += root.map { ["the root: \(text($0.canonical))"] } ?? []
    lines += gaps.map { "crosses \(text($0.canonical))" }
    lines += ["older: \(older)", "newer: \(newer)", "found: \(found)"]
    lines += retractions.map { "takes back \($0)" } + filesToRemove.map { "to remove: \($0)" }
    lines.append("deleted up to: \(highestDeleted.map { "\($0)" } ?? "nothing")")
    if capabilities.contains(.threads) {
      lines += threads.map { root, thread in
        "\(root): \(thread.count)\(thread.isLowerBound ? "+" : "") "
          + "\(thread.latest.map { text($0.canonical) } ?? "nobody")"
      }.sorted()
    }
    if capabilities.contains(.receipts) {
      lines += receipts.map { text($0.canonical) } + readings.map { "to report: \($0)" }
      lines.append("unread: \(unread.count)\(unread.isLowerBound ? "+" : "")")
    }
    return lines
  }
}

extension [StreamID: SyncToken] {
  /// One line for each stream, with its token.
  var lines: [String] {
    map { "token of \($0.key.text.string): \(JSONText.quoted($0.value.text.string))" }.sorted()
  }
}
