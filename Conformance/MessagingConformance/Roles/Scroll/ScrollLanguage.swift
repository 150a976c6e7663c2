internal import MessagingModel
internal import MessagingTimeline

/// The language of `scroll` blocks.
enum ScrollLanguage {
  typealias Read = BlockLanguage<ScrollPlayer>.Read
  typealias Ask = Script<ScrollPlayer>.Ask

  static let language = BlockLanguage<ScrollPlayer>(
    introduction: introduction,
    placeholders: [
      AnyPlaceholder(row), AnyPlaceholder(placedRow), AnyPlaceholder(sizedRow),
      AnyPlaceholder(index), AnyPlaceholder(size), AnyPlaceholder(pair),
      AnyPlaceholder(Words.length), AnyPlaceholder(whole),
    ],
    steps: [opening, changes, gestures], questions: [place, sight, others, recorded],
    checkWhole: { lines in
      lines.contains { $0.isStep && $0.name == "rows" }
        ? [] : [(0, "nothing opens; write: rows m1:60 m2:40")]
    },
    checkLine: { line, above throws(ScriptError) in try check(line, above) })

  private static let introduction = """
    A list that scrolls, drawn in words: the frame, the rows with their heights, what happens, and
    where everything is afterwards. Lengths are points, y grows downwards; `offset` is the y of the
    content at the upper edge of the view. They are compared after rounding to 1/192 point.

    `m4` is a message of somebody else, `o5` one of ours, with its number as its place in the
    conversation (`m4@12` for another); `day1` `gap1` `divider` `typing` `start` `loading`
    `loading-newer` are decorations. `m4:60` is a measured height, `m4~60` an estimate.

    A line is one event; lines of one moment are one transaction. What is refused unasked fails the
    block; `? error = unknown-row` asks. `open` opens the conversation where it was left, with the
    same rows unless `& rows …` gives others.

    `options`: within what distance the end is followed (`enter`, `exit`) and a way to it offered
    (`button`), pixels of a point (`scale`), whether the view takes offsets while it scrolls
    (`write`), which edge is held (`prefer`), and what is opened at (`restore`, with `fraction` and
    `pinned`, and `focus`).

    """

  static let row = Placeholder(
    "ROW", "a row: \(ScrollNames.known.map { "`\($0)`" }.joined(separator: " "))"
  ) { ScrollNames.row($0) }
  static let placedRow = Placeholder("ROW@N", "a row, and its place: `m4` `m4@12`") { word in
    sized("\(word):0")
  }
  static let sizedRow = Placeholder("ROW:N", "a row and its height: `m4:60` `m3~80` `m4@12:60`") {
    sized($0)
  }
  static let index = Placeholder("#N", "a bare index, to say something wrong: `#3`") { word in
    word.hasPrefix("#") ? Int(word.dropFirst()) : nil
  }
  static let size = Placeholder("WxH", "a width and a height: `320x600`") { word in
    lengths(word, "x")
  }
  static let pair = Placeholder("N/N", "above and below: `10/8`") { lengths($0, "/") }
  static let whole = Placeholder("N", "a whole number") { Int($0) }

  private static func lengths(_ word: String, _ mark: Character) -> [Double]? {
    let sides = word.split(separator: mark, omittingEmptySubsequences: false)
      .map { Double(String($0)) }
    guard sides.count == 2, let first = sides[0], let second = sides[1] else { return nil }
    return [first, second]
  }

  private static func sized(_ word: String) -> ScrollRow? {
    guard let mark = word.firstIndex(where: { $0 == ":" || $0 == "~" }),
      let height = Double(String(word[word.index(after: mark)...]))
    else { return nil }
    let name = word[..<mark].split(separator: "@", omittingEmptySubsequences: false)
    let number = name.count == 2 ? Int(name[1]) : nil
    guard let id = ScrollNames.row(name.first ?? ""), name.count <= 2,
      name.count == 1 || number != nil
    else { return nil }
    return ScrollRow(
      id: id, kind: ScrollNames.kind(id), height: height, isMeasured: word[mark] == ":",
      position: ScrollNames.place(id, at: number))
  }

  /// Checks that the lines that a line needs are above it.
  private static func check(
    _ line: BlockLanguage<ScrollPlayer>.Line, _ above: [BlockLanguage<ScrollPlayer>.Line]
  ) throws(ScriptError) {
    let isOpen = above.contains { $0.name == "rows" && $0.isStep }
    guard case .step(let step) = line.content else {
      if !isOpen { throw ScriptError("the rows come first; write: rows m1:60 m2:40") }
      return
    }
    let last = above.last?.step
    switch step {
    case .options: if !above.isEmpty { throw ScriptError("'options' stands in the first line") }
    case .open:
      if case .reopen? = last, line.joins { return }
      if isOpen { throw ScriptError("the list is open; write 'replace', or 'open' and '& rows'") }
      guard case .frame? = last else {
        throw ScriptError("the frame comes first; write: viewport 320x600")
      }
    case .frame where !isOpen:
      if case .frame? = last { throw ScriptError("before 'rows' there is one frame, on one line") }
    case .change, .frame, .gesture, .reopen:
      if !isOpen { throw ScriptError("the rows come first; write: rows m1:60 m2:40") }
    }
    guard line.joins else { return }
    switch (step, last) {
    case (.gesture, _), (.reopen, _), (.options, _):
      throw ScriptError("'\(line.name)' is nothing that joins a transaction")
    case (_, .change?), (_, .frame?), (_, .open?), (_, .reopen?): break
    case (_, _): throw ScriptError("'& ' joins the change in the line above; there is none")
    }
  }
}

extension Script.Line {
  /// The line's step; `nil` if it is a question.
  var step: Player.Step? { if case .step(let step) = content { step } else { nil } }
}
