internal import MessagingModel

/// Reads the lines of `window` blocks.
struct WindowLineParser {
  /// The words of the line that are not read yet, without those of the form `key=value`.
  private var words: ArraySlice<String>
  private var named: [String: String]

  /// - Returns: `nil` for an empty line and a comment.
  static func line(_ text: String) throws(ScriptError) -> WindowLine? {
    let words = text.split(separator: " ").map(String.init)
    guard let first = words.first, first != "--" else { return nil }
    var parser = WindowLineParser(words.dropFirst())
    if first == "?" { return try parser.expectation() }
    guard let verb = WindowLine.Verb(rawValue: first) else {
      let known = WindowLine.Verb.allCases.map(\.rawValue)
      throw ScriptError(Diagnostic.unknown("verb", first, known: known))
    }
    if verb != .options { parser.takeNamed() }
    let line = try parser.step(verb)
    try parser.finish(verb)
    return line
  }

  private init(_ words: ArraySlice<String>) {
    self.words = words
    named = [:]
  }

  private mutating func takeNamed() {
    let pairs = words.filter { $0.contains("=") }
    words = words.filter { !$0.contains("=") }[...]
    for pair in pairs {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      named[String(parts[0])] = String(parts[1])
    }
  }

  private mutating func step(_ verb: WindowLine.Verb) throws(ScriptError) -> WindowLine {
    switch verb {
    case .options: try options()
    case .store: try store()
    case .settle: .settle
    case .open: .act(try open())
    case .see: .act(try see())
    case .answer: .act(try answer())
    case .late: .act(.late(try number(try word("the number of a read"))))
    case .fail: .act(try failure())
    case .filled: .act(.filled(try word("a count or none") { $0 == "none" ? 0 : Int($0) }))
    case .put: .act(.put(try rows(), isHeard: false))
    case .arrive, .send: .act(.put(try rows(), isHeard: true))
    case .confirm: .act(try confirm())
    case .remove: .act(.remove(try rows().map(\.id)))
    case .lose: .act(.lose(try rows()))
    case .news: .act(.news)
    case .jump: .act(try jump())
    case .wait: .act(.wait(try number(try word("milliseconds"))))
    case .compare: .act(.compare(try rows().map(\.id)))
    case .close: .act(.close)
    }
  }

  private mutating func options() throws(ScriptError) -> WindowLine {
    var options: [(WindowLine.Option, Int)] = []
    while let pair = words.popFirst() {
      let parts = pair.split(separator: "=").map(String.init)
      guard parts.count == 2, let option = WindowLine.Option(rawValue: parts[0]) else {
        let known = WindowLine.Option.allCases.map(\.rawValue)
        throw ScriptError(Diagnostic.unknown("option", parts.first ?? pair, known: known))
      }
      options.append((option, try number(parts[1])))
    }
    return .options(options)
  }

  private mutating func store() throws(ScriptError) -> WindowLine {
    let missing = try named.removeValue(forKey: "missing").map { text throws(ScriptError) in
      try self.stretch(text)
    }
    return .store(try rows(), missing: missing ?? [])
  }

  private mutating func open() throws(ScriptError) -> WindowAct {
    let target = try named.removeValue(forKey: "at").map { text throws(ScriptError) in
      try self.reference(text)
    }
    return .open(at: target, height: try length("height") ?? 350)
  }

  private mutating func see() throws(ScriptError) -> WindowAct {
    let band = try stretch(try word("what is visible: 91-100"))
    guard let first = band.first, let last = band.last else {
      throw ScriptError("nothing is visible")
    }
    var sight = WindowWorld.Sight(
      first: first.id, last: last.id, above: try length("above"), below: try length("below"),
      height: try length("height") ?? 350)
    if let held = named.removeValue(forKey: "held") { sight.held = try stretch(held).map(\.id) }
    return .see(sight)
  }

  private mutating func answer() throws(ScriptError) -> WindowAct {
    guard let word = words.popFirst() else { return .answer(.properly) }
    guard let answer = WindowAct.Answer(rawValue: word) else {
      let known = WindowAct.Answer.allCases.map(\.rawValue)
      throw ScriptError(Diagnostic.unknown("answer", word, known: known))
    }
    return .answer(answer)
  }

  private mutating func failure() throws(ScriptError) -> WindowAct {
    guard let word = words.popFirst() else { return .fail }
    guard word == "fill" else {
      throw ScriptError("write: fail | fail fill")
    }
    return .fillFails
  }

  private mutating func confirm() throws(ScriptError) -> WindowAct {
    let own = try word("an unsent message: o1") { text in
      text.hasPrefix("o") ? Int(text.dropFirst()) : nil
    }
    return .confirm(own: own, as: try number(try word("its place: 101")))
  }

  private mutating func jump() throws(ScriptError) -> WindowAct {
    let target = try word("a message or end")
    return .jump(to: target == "end" ? nil : try reference(target))
  }

  private mutating func expectation() throws(ScriptError) -> WindowLine {
    let name = try word("what is expected: rows")
    guard let observable = WindowObservable(rawValue: name) else {
      let known = WindowObservable.allCases.map(\.rawValue)
      throw ScriptError(Diagnostic.unknown("observable", name, known: known))
    }
    guard words.popFirst() == "=", !words.isEmpty else {
      throw ScriptError("write: ? \(name) = value")
    }
    return .expect(observable, Array(words))
  }
}

// Words.
extension WindowLineParser {
  private mutating func word(_ what: String) throws(ScriptError) -> String {
    guard let word = words.popFirst() else { throw ScriptError("wants \(what)") }
    return word
  }

  private mutating func word(
    _ what: String, _ read: (String) -> Int?
  ) throws(ScriptError) -> Int {
    guard let value = read(try word(what)) else { throw ScriptError("wants \(what)") }
    return value
  }

  private func number(_ text: String) throws(ScriptError) -> Int {
    guard let number = Int(text) else {
      throw ScriptError("'\(text)' is not a number")
    }
    return number
  }

  private mutating func length(_ name: String) throws(ScriptError) -> Double? {
    guard let text = named.removeValue(forKey: name) else { return nil }
    guard let length = Double(text) else {
      throw ScriptError("'\(text)' is not a length")
    }
    return length
  }

  private func reference(_ text: String) throws(ScriptError) -> MessageReference {
    if text.hasPrefix("m") { return .remote(RemoteID(text)) }
    guard let row = try stretch(text).first else {
      throw ScriptError("'\(text)' is not a message: 7 or o1, or m7 by remote id")
    }
    return .id(row.id)
  }

  /// The rest of the line: `1-20 25 o1`.
  private mutating func rows() throws(ScriptError) -> [WindowRow] {
    var rows: [WindowRow] = []
    while let word = words.popFirst() { rows += try stretch(word) }
    return rows
  }

  /// `1-20`, `25`, `o1`, several with commas between them, or `none`.
  private func stretch(_ text: String) throws(ScriptError) -> [WindowRow] {
    var rows: [WindowRow] = []
    for part in text.split(separator: ",") where part != "none" {
      let isOwn = part.hasPrefix("o")
      let ends = part.split(separator: "-").map { Int($0.drop { $0 == "o" }) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
        0 < first, first <= last
      else { throw ScriptError("'\(part)' is not a message or a stretch: 7 1-20 o1") }
      rows += (first...last).map { isOwn ? WindowNames.own($0) : WindowNames.row($0) }
    }
    return rows
  }

  private func finish(_ verb: WindowLine.Verb) throws(ScriptError) {
    if let word = words.first ?? named.keys.min() {
      throw ScriptError("'\(verb.rawValue)' does not know what to do with '\(word)'")
    }
  }
}
