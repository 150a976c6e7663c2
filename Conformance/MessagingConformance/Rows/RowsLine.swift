internal import MessagingModel

/// A line of a `rows` block.
struct RowsLine: Sendable {
  enum Content: Sendable {
    /// A change of what is stored.
    case step(ScriptStep)
    /// Somebody comes to the conversation, or comes back to it.
    case open
    case zone(ZoneOffsets)
    case typing([String])
    case loading(older: Bool, newer: Bool)
    case look(Look)
    case show(TimelineInput.Shown)
    /// How far apart the messages of one run may be.
    case runs(Duration?)
    case expect(LineExpectation)
  }

  /// Which stretch the screen shows.
  enum Look: Sendable {
    case newest(Int, crossesGaps: Bool)
    case older(ScriptReference, Int)
    case newer(ScriptReference, Int)
    case around(ScriptReference, Int)
    case window(ScriptReference, ScriptReference)
  }

  let content: Content
  /// Whether it belongs to the same moment as the line above.
  let joins: Bool

  /// Reads a line; `nil` for a comment or an empty line.
  init?(_ text: String) throws(ScriptError) {
    var line = text.trimmedText[...]
    guard !line.isEmpty, !line.hasPrefix("--") else { return nil }
    if line.hasPrefix("?") {
      joins = false
      content = .expect(try LineExpectation(line.dropFirst(), in: RowsScript.expectations))
      return
    }
    joins = line.hasPrefix("& ")
    if joins { line = line.dropFirst(2).trimmedText[...] }
    let words = line.split(separator: " ").map(String.init)
    if let own = try RowsLine.own(words) {
      content = own
    } else {
      content = .step(try RowsLine.step(line))
    }
  }

  /// A line about the screen.
  private static func own(_ words: [String]) throws(ScriptError) -> Content? {
    let arguments = Array(words.dropFirst())
    switch words[0] {
    case "open":
      guard arguments.isEmpty else { throw ScriptError("'open' stands alone") }
      return .open
    case "zone": return .zone(try zone(arguments))
    case "typing":
      guard !arguments.isEmpty else { throw ScriptError("typing: who? write 'typing nobody'") }
      return .typing(arguments == ["nobody"] ? [] : arguments)
    case "loading":
      guard !arguments.isEmpty, arguments.allSatisfy(["older", "newer", "nothing"].contains) else {
        throw ScriptError("usage: loading older|newer|nothing …")
      }
      return .loading(older: arguments.contains("older"), newer: arguments.contains("newer"))
    case "look": return .look(try look(arguments))
    case "show": return .show(try shown(arguments))
    case "runs":
      guard arguments.count == 1, let limit = ClockWords.milliseconds(arguments[0]) else {
        throw ScriptError("usage: runs H:MM, the longest pause inside a run of one sender")
      }
      return .runs(.milliseconds(limit))
    default: return nil
    }
  }

  private static func step(_ line: Substring) throws(ScriptError) -> ScriptStep {
    let text = try ClockWords.replaced(in: line)
    let word = String(text.prefix { $0 != " " })
    guard let verb = Verb(rawValue: word), !excluded.contains(verb) else {
      let verbs = Verb.allCases.filter { !excluded.contains($0) }.map(\.rawValue)
      throw ScriptError(
        Diagnostic.unknown("word", word, known: (verbs + RowsScript.screen.names).sorted()))
    }
    let place = FileLine(file: "rows", line: 1)
    guard
      case .step(let step)? = try ScriptParser(kind: .scenario).line(text[...], at: place)?.content
    else { throw ScriptError("'\(line)' is not a step") }
    return step
  }

  private static func zone(_ words: [String]) throws(ScriptError) -> ZoneOffsets {
    guard words.count >= 2, let first = offset(words[1]) else {
      throw ScriptError("usage: zone NAME +HH:MM [+HH:MM@TIME …]")
    }
    var changes: [ZoneOffsets.Change] = []
    for word in words.dropFirst(2) {
      let halves = word.split(separator: "@", maxSplits: 1).map(String.init)
      guard halves.count == 2, let seconds = offset(halves[0]),
        let from = ClockWords.milliseconds(halves[1])
      else { throw ScriptError("'\(word)' is no change of a zone; write +02:00@88T01:00") }
      changes.append(.init(from: Timestamp(milliseconds: from), seconds: seconds))
    }
    return ZoneOffsets(name: ExactString(words[0]), first: first, changes: changes)
  }

  /// Seconds east of UTC: `+02:00`, `-03:30`.
  private static func offset(_ word: String) -> Int? {
    guard let sign = word.first, sign == "+" || sign == "-",
      let time = ClockWords.milliseconds(word.dropFirst())
    else { return nil }
    return Int(time / 1_000) * (sign == "-" ? -1 : 1)
  }

  private static func look(_ words: [String]) throws(ScriptError) -> Look {
    let references = words.dropFirst().compactMap { ScriptReference($0) }
    let count = words.last.flatMap { Int($0) }
    switch (words.first, references.count, count) {
    case ("newest", 0, let count?): return .newest(count, crossesGaps: false)
    case ("across", 0, let count?): return .newest(count, crossesGaps: true)
    case ("older", 1, let count?): return .older(references[0], count)
    case ("newer", 1, let count?): return .newer(references[0], count)
    case ("around", 1, let count?): return .around(references[0], count)
    case ("window", 2, nil): return .window(references[0], references[1])
    default:
      throw ScriptError(
        "usage: look newest N | across N | older REF N | newer REF N | around REF N"
          + " | window REF REF")
    }
  }

  private static func shown(_ words: [String]) throws(ScriptError) -> TimelineInput.Shown {
    switch (words.first, words.dropFirst().first.flatMap({ ScriptReference($0) }), words.count) {
    case ("everything", nil, 1): return .everything
    case ("without-replies", nil, 1): return .withoutReplies
    case ("thread", let root?, 2): return .thread(ScriptNames.target(root))
    default: throw ScriptError("usage: show everything | without-replies | thread REF")
    }
  }

  /// What says nothing about rows.
  private static let excluded: [Verb] = [.reopen, .kill, .apply, .token]
}
