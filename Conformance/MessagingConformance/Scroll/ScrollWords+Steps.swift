internal import MessagingModel

extension ScrollWords {
  /// What a user does; `nil` for another verb.
  mutating func gesture(_ verb: String) throws(ScriptError) -> ScrollGesture? {
    let gesture: ScrollGesture
    switch verb {
    case "scroll": gesture = .scroll(try length())
    case "touch": gesture = .phase(.tracking)
    case "drag", "coast", "echo": gesture = .report(try length())
    case "release": gesture = .phase(.decelerating)
    case "rest": gesture = .phase(.rest)
    case "jump": gesture = try jump()
    case "end": gesture = .end
    default: return nil
    }
    try end()
    return gesture
  }

  private mutating func jump() throws(ScriptError) -> ScrollGesture {
    let row = try row()
    let alignments: [(String, JumpAlignment)] = [
      ("top", .top), ("center", .center), ("bottom", .bottom), ("ifNeeded", .ifNeeded),
    ]
    let alignment = try ScrollWords.choice("alignment", next() ?? "", alignments)
    guard let place = value("place") else {
      return .jump(row, alignment, place: ScrollNames.place(row))
    }
    return .jump(row, alignment, place: ScrollNames.place(try ScrollWords.whole(place)))
  }

  /// A change of rows or geometry; `nil` for another verb.
  mutating func change(_ verb: String) throws(ScriptError) -> ScrollChange? {
    switch verb {
    case "rows": return .open(try rows())
    case "replace": return .replace(try rows())
    case "prepend": return .prepend(try someRows())
    case "append": return .append(try someRows(), .page)
    case "arrive": return .append(try someRows(), .live)
    case "send": return .append(try someRows(), .sent)
    case "insert":
      let place = try place()
      return .insert(try someRows(), place)
    case "remove": return .remove(try targets())
    case "move":
      let place = try place()
      let targets = try targets()
      guard targets.count == 1 else { throw ScriptError("'move' moves one row; join lines with &") }
      return .move(targets[0], place)
    case "resize": return try resize()
    case "viewport", "size", "inset": return .geometry(try frame(verb))
    case "newer":
      let value = try ScrollWords.choice("answer", next() ?? "", ScrollWords.yesOrNo)
      try end()
      return .newer(value)
    default: return nil
    }
  }

  private mutating func place() throws(ScriptError) -> ScrollPlace {
    if let name = value("before") { return .before(try ScrollWords.row(name)) }
    if let name = value("after") { return .after(try ScrollWords.row(name)) }
    if let index = value("at") { return .index(try ScrollWords.whole(index.dropFirst())) }
    throw ScriptError("'\(verb)' wants a place: before=m3, after=m3 or at=#3")
  }

  private mutating func targets() throws(ScriptError) -> [ScrollTarget] {
    var targets: [ScrollTarget] = []
    while let word = next() {
      let isIndex = word.hasPrefix("#")
      targets.append(
        isIndex
          ? .index(try ScrollWords.whole(word.dropFirst())) : .row(try ScrollWords.row(word)))
    }
    if targets.isEmpty { throw ScriptError("'\(verb)' wants rows: \(verb) m2") }
    return targets
  }

  private mutating func resize() throws(ScriptError) -> ScrollChange {
    let causes: [(String, RowChanges.Resize.Cause)] = [
      ("measured", .firstMeasurement), ("grouping", .grouping), ("content", .content),
      ("width", .width),
    ]
    let cause = try ScrollWords.choice("cause", value("cause") ?? "content", causes)
    let sizes = try someRows().map { ScrollSize(row: $0.id, height: $0.height) }
    return .resize(sizes, cause)
  }

  private mutating func frame(_ verb: String) throws(ScriptError) -> ScrollFrame {
    var frame = ScrollFrame()
    if verb != "inset", let word = rest.first, !word.contains("=") {
      let sides = word.split(separator: "x", omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw ScriptError("'\(word)' is no size; write 320x600") }
      frame.width = try ScrollWords.length(sides[0])
      frame.height = try ScrollWords.length(sides[1])
      remove(at: 0)
    }
    if let top = value("top") { frame.top = try ScrollWords.length(top) }
    if let bottom = value("bottom") { frame.bottom = try ScrollWords.length(bottom) }
    if verb == "viewport" { try readRows(into: &frame) }
    try end()
    if frame == ScrollFrame() { throw ScriptError("'\(verb)' says nothing") }
    return frame
  }

  private mutating func readRows(into frame: inout ScrollFrame) throws(ScriptError) {
    if let gap = value("gap") { frame.gap = try ScrollWords.length(gap) }
    if let padding = value("padding") {
      let sides = padding.split(separator: "/", omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw ScriptError("padding is above and below: padding=10/8") }
      frame.topPadding = try ScrollWords.length(sides[0])
      frame.bottomPadding = try ScrollWords.length(sides[1])
    }
    guard let align = value("align") else { return }
    let alignments: [(String, ScrollGeometry.Alignment)] = [("top", .top), ("bottom", .bottom)]
    frame.alignment = try ScrollWords.choice("alignment", align, alignments)
  }
}
