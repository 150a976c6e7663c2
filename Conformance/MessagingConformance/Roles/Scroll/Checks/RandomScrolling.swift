/// Random lists and their changes, as lines of scripts.
struct RandomScrolling {
  /// The kinds of steps.
  enum Kind: CaseIterable {
    case prepend, append, arrive, arriveOwn, send, insert, remove, removeMany, again, move
    case content, measure, regroup, keyboard, banner, turn, height, typing, newer, replace, reopen
    case scroll, touch, drag, release, coast, rest, echo, jump, end, bad
  }

  var random: SeededRandom
  /// The names of the rows, oldest first.
  private(set) var rows: [String] = []
  /// The messages among them.
  var messages: [String] { rows.filter { $0.hasPrefix("m") || $0.hasPrefix("o") } }
  private var number = 0
  private var (oldest, newest) = (500_000, 500_000)
  /// The offset of the last scroll by the user.
  private var reported = 0
  let usesFractions: Bool

  init(_ seed: UInt64, _ label: String, usesFractions: Bool = true) {
    random = SeededRandom(seed: seed, stream: label)
    self.usesFractions = usesFractions
  }

  /// A height in points, sometimes zero and sometimes large.
  mutating func height() -> String {
    if random.chance(1, of: 12) { return "\(random.number(in: 300...900))" }
    if usesFractions, random.chance(1, of: 25) { return "0" }
    let points = random.number(in: 20...200)
    guard usesFractions, random.chance(1, of: 3) else { return "\(points)" }
    return "\(points)." + ["25", "5", "75", "333", "667"][random.below(5)]
  }

  /// A new row with its position.
  mutating func row(at place: Int, isOwn: Bool = false) -> (name: String, text: String) {
    number += 1
    let name = "\(isOwn ? "o" : "m")\(number)"
    let mark = random.chance(1, of: 4) && usesFractions ? "~" : ":"
    return (name, "\(name)@\(place)\(mark)\(height())")
  }

  private mutating func older(_ count: Int) -> [String] {
    (0..<count).map { _ in
      oldest -= 1
      let new = row(at: oldest, isOwn: random.chance(1, of: 4))
      rows.insert(new.name, at: 0)
      return new.text
    }.reversed()
  }

  private mutating func newer(_ count: Int, isOwn: Bool? = nil) -> [String] {
    (0..<count).map { _ in
      newest += 1
      let own = isOwn ?? random.chance(1, of: 4)
      let new = row(at: newest, isOwn: own)
      rows.append(new.name)
      return new.text
    }
  }

  /// The options, the frame and the rows of a list that opens.
  mutating func opening(_ counts: ClosedRange<Int>, isPlain: Bool = false) -> [String] {
    let count = random.number(in: counts)
    var lines: [String] = []
    if !isPlain { lines.append(options(count)) }
    lines.append(frame(isPlain: isPlain))
    var texts = newer(count)
    if !isPlain {
      for day in 1...3 where random.chance(1, of: 2) {
        let index = random.below(rows.count + 1)
        rows.insert("day\(day)", at: index)
        texts.insert("day\(day):\(random.number(in: 10...40))", at: index)
      }
      if random.chance(1, of: 4) {
        let index = random.below(rows.count + 1)
        rows.insert("divider", at: index)
        texts.insert("divider:24", at: index)
      }
    }
    lines.append("rows " + texts.joined(separator: " "))
    if lines.contains(where: { $0.hasPrefix("viewport 0x0") }) {
      for _ in 0..<random.below(4) { lines += step(beforeItOpens) }
      lines.append("size 320x\(random.number(in: 200...600))")
    }
    return lines
  }

  private var beforeItOpens: [Kind] {
    [.arrive, .prepend, .send, .newer, .scroll, .touch, .rest, .end]
  }

  private mutating func options(_ count: Int) -> String {
    var words = ["options", "scale=\(random.number(in: 1...3))"]
    if random.chance(1, of: 3) { words.append("write=no") }
    if random.chance(1, of: 5) { words.append("prefer=bottom") }
    if random.chance(1, of: 5) { words.append("focus=m\(random.number(in: 1...count + 2))") }
    if random.chance(1, of: 5) {
      words.append(
        "restore=m\(random.number(in: 1...count + 2)):\(random.number(in: -90...90))")
      if random.chance(1, of: 2) { words.append("fraction=0.\(random.number(in: 1...9))") }
    }
    if random.chance(1, of: 4) { words += ["enter=\(random.below(20))", "exit=60"] }
    return words.joined(separator: " ")
  }

  private mutating func frame(isPlain: Bool) -> String {
    var words = ["viewport 320x\(random.number(in: 200...600))"]
    if isPlain { return words[0] }
    if random.chance(1, of: 8) { words = ["viewport 0x0"] }
    if random.chance(1, of: 2) { words.append("top=\(random.below(60))") }
    if random.chance(1, of: 2) { words.append("bottom=\(random.below(90))") }
    if random.chance(1, of: 2) { words.append("gap=\(random.below(12))") }
    if random.chance(1, of: 3) {
      words.append("padding=\(random.below(30))/\(random.below(30))")
    }
    if random.chance(1, of: 4) { words.append("align=top") }
    return words.joined(separator: " ")
  }
}

extension RandomScrolling {
  /// A step of one of the kinds. A few kinds may return no lines.
  mutating func step(_ kinds: [Kind]) -> [String] {
    guard let kind = random.pick(from: kinds) else { return [] }
    return step(kind)
  }

  mutating func step(_ kind: Kind) -> [String] {
    switch kind {
    case .prepend: return ["prepend " + older(random.number(in: 1...4)).joined(separator: " ")]
    case .append: return ["append " + newer(random.number(in: 1...3)).joined(separator: " ")]
    case .arrive: return arrive()
    case .arriveOwn: return ["arrive " + newer(1, isOwn: true)[0]]
    case .send: return send()
    case .insert: return insert()
    case .remove: return remove(1)
    case .removeMany: return remove(random.number(in: 2...5))
    case .again: return again()
    case .move: return move()
    case .content, .measure, .regroup: return resize(kind)
    case .keyboard: return ["inset bottom=\(random.below(5) * 70 + random.below(3))"]
    case .banner: return ["inset top=\(random.below(4) * 20)"]
    case .turn: return turn()
    case .height: return ["size 320x\(random.number(in: 200...600))"]
    case .typing: return typing()
    case .newer: return [random.chance(1, of: 3) ? "newer yes" : "newer no"]
    case .replace: return replace()
    case .reopen: return ["open"]
    case .scroll: return gesture("scroll")
    case .drag: return gesture("drag")
    case .coast: return gesture("coast")
    case .echo: return gesture("report")
    case .touch: return ["touch"]
    case .release: return ["lift"]
    case .rest: return ["rest"]
    case .jump: return jump()
    case .end: return ["jump end"]
    case .bad: return bad()
    }
  }

  /// One or two messages at the end; one may stand above an own message that waits to be sent.
  private mutating func arrive() -> [String] {
    let last = rows.last
    let new = newer(random.number(in: 1...2), isOwn: false)
    guard let last, last.hasPrefix("o"), new.count == 1, random.chance(1, of: 2),
      let name = rows.last
    else { return ["arrive " + new.joined(separator: " ")] }
    rows.swapAt(rows.count - 2, rows.count - 1)
    return ["arrive \(new[0])", "& move \(name) before=\(last)"]
  }

  /// A message of the user, whose row comes with it or is there already.
  private mutating func send() -> [String] {
    guard let own = random.pick(from: rows.filter({ $0.hasPrefix("o") })),
      random.chance(1, of: 3)
    else { return ["post " + newer(1, isOwn: true)[0]] }
    let others = rows.filter { $0 != own }
    guard let gone = random.pick(from: others), random.chance(1, of: 2) else {
      return ["sent \(own)"]
    }
    rows.removeAll { $0 == gone }
    return ["remove \(gone)", "& sent \(own)"]
  }

  private mutating func insert() -> [String] {
    guard let neighbour = random.pick(from: rows), let index = rows.firstIndex(of: neighbour)
    else { return [] }
    let new = row(at: 500_000)
    rows.insert(new.name, at: index)
    return ["insert \(new.text) before=\(neighbour)"]
  }

  private mutating func remove(_ count: Int) -> [String] {
    let gone = Array(random.shuffled(rows).prefix(count))
    guard !gone.isEmpty else { return [] }
    rows.removeAll { gone.contains($0) }
    return ["remove " + gone.joined(separator: " ")]
  }

  /// A row goes, and one with its id comes at the same time.
  private mutating func again() -> [String] {
    guard let name = random.pick(from: messages) else { return [] }
    rows.removeAll { $0 == name }
    let text = "\(name)@\(random.number(in: oldest...newest)):\(height())"
    guard let neighbour = random.pick(from: rows), let index = rows.firstIndex(of: neighbour),
      random.chance(3, of: 4)
    else {
      rows.append(name)
      return ["remove \(name)", "& \(random.chance(1, of: 2) ? "arrive" : "append") \(text)"]
    }
    rows.insert(name, at: index)
    return ["remove \(name)", "& insert \(text) before=\(neighbour)"]
  }

  private mutating func move() -> [String] {
    guard rows.count > 2 else { return [] }
    let two = random.shuffled(rows).prefix(2)
    rows.removeAll { $0 == two[0] }
    guard let index = rows.firstIndex(of: two[1]) else { return [] }
    rows.insert(two[0], at: index + 1)
    return ["move \(two[0]) after=\(two[1])"]
  }

  private mutating func resize(_ kind: Kind) -> [String] {
    let some = random.shuffled(rows).prefix(random.number(in: 1...3))
    guard !some.isEmpty else { return [] }
    let cause = kind == .measure ? " cause=measured" : kind == .regroup ? " cause=grouping" : ""
    return ["resize " + some.map { "\($0):\(height())" }.joined(separator: " ") + cause]
  }

  private mutating func turn() -> [String] {
    let width = random.chance(1, of: 2) ? 320 : 568
    var size = "size \(width)x\(random.number(in: 200...600))"
    if random.chance(1, of: 4) { size += " top=\(random.below(60))" }
    if random.chance(1, of: 4) { size += " bottom=\(random.below(90))" }
    guard !rows.isEmpty else { return [size] }
    let heights = rows.map { "\($0):\(height())" }.joined(separator: " ")
    return [size, "& resize \(heights) cause=width"]
  }

  private mutating func typing() -> [String] {
    if rows.contains("typing") {
      rows.removeAll { $0 == "typing" }
      return ["remove typing"]
    }
    rows.append("typing")
    return ["append typing:\(random.number(in: 20...40))"]
  }

  private mutating func replace() -> [String] {
    if random.chance(1, of: 6) {
      rows = []
      return ["replace"]
    }
    rows.removeAll { _ in random.chance(1, of: 2) }
    var places = oldest
    let texts = rows.map { name -> String in
      places += 1
      guard name.hasPrefix("m") || name.hasPrefix("o") else { return "\(name):20" }
      return "\(name)@\(places):\(height())"
    }
    let more = newer(random.number(in: 1...4))
    return ["replace " + (texts + more).joined(separator: " ")]
  }

  /// A scroll anywhere, or by a pixel or two.
  private mutating func gesture(_ verb: String) -> [String] {
    if random.chance(1, of: 4) {
      reported += random.number(in: -2...2)
      return ["\(verb) \(reported)" + (random.chance(1, of: 4) ? ".5" : "")]
    }
    reported = random.number(in: -80...(rows.count * 110 + 80))
    return ["\(verb) \(reported)"]
  }

  private mutating func jump() -> [String] {
    let alignment = ["top", "center", "bottom", "ifNeeded"][random.below(4)]
    guard let row = random.pick(from: rows), random.chance(4, of: 5) else {
      return ["jump m999 \(alignment) position=\(random.number(in: oldest - 2...newest + 2))"]
    }
    return ["jump \(row) \(alignment)"]
  }

  private mutating func bad() -> [String] {
    let lines = [
      ["resize m998:30"], ["remove #999"], ["inset bottom=nan"], ["inset top=-3"],
      ["append m1:inf"], ["insert m997:40 at=#998"], ["report inf"], ["jump day9 top"],
      ["size 320x-1"], ["sent m996"], ["remove #0", "& insert m995:40 at=#\(rows.count)"],
    ]
    return lines[random.below(lines.count)]
  }
}
