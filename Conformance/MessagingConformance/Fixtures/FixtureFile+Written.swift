extension FixtureFile {
  /// Reads the lines in the form of their kind, without playing them.
  ///
  /// - Returns: the first difference between the lines and the same content written again; `nil` if
  ///   there is none, or if lines of this kind are never written.
  /// - Throws: the first mistake in the file.
  package func differenceWhenWritten() throws(FixtureError) -> String? {
    let written: [String]
    switch header.kind {
    case .history:
      _ = try HistoryFixture(self)
      return nil
    case .scroll:
      _ = try ScrollFixture(self)
      return nil
    case .send:
      _ = try StoryFixture<SendPlayer>(self)
      return nil
    case .sync:
      _ = try StoryFixture<SyncPlayer>(self)
      return nil
    case .strings: written = try StringsFixture(self).lines
    case .recipe: written = try RecipeFixture(self).lines
    }
    let read = lines.map { String($0.text) }
    guard written.count == read.count else { return "\(read.count) lines become \(written.count)" }
    let index = read.indices.first { Array(read[$0].utf8) != Array(written[$0].utf8) }
    return index.map { "\(lines[$0].location) is written in another way" }
  }
}
