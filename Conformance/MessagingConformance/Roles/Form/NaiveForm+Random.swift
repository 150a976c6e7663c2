internal import MessagingModel

extension NaiveForm {
  /// Returns a random form of this type.
  func random(_ random: inout SeededRandom) -> String {
    switch self {
    case .text: Self.quoted(Self.texts[random.below(Self.texts.count)])
    case .path: Self.quoted(["a", "a/b.jpg", "é/..a", ".../x"][random.below(4)])
    case .number: Self.numbers[random.below(Self.numbers.count)]
    case .id:
      "\"" + (0..<32).map { _ in String(random.below(16), radix: 16) }.joined() + "\""
    case .word(let words): "\"\(words[random.below(words.count)])\""
    case .words(let words):
      "[" + words.filter { _ in random.chance(1, of: 2) }.map { "\"\($0)\"" }.joined(separator: ",")
        + "]"
    case .object(let parts): "{" + Self.members(parts, &random).joined(separator: ",") + "}"
    case .filled(let parts): Self.filled(parts, &random)
    case .either(let forms): forms[random.below(forms.count)].random(&random)
    }
  }

  private static func filled(_ parts: [Part], _ random: inout SeededRandom) -> String {
    while true {
      let form = NaiveForm.object(parts).random(&random)
      if form != "{}" { return form }
    }
  }

  private static func members(_ parts: [Part], _ random: inout SeededRandom) -> [String] {
    parts.flatMap { part -> [String] in
      switch part {
      case .member(let name, let form): ["\"\(name)\":\(form.random(&random))"]
      case .flag(let name): ["\"\(name)\":true"]
      case .list(let name, let form):
        [
          "\"\(name)\":["
            + (0...random.below(2)).map { _ in form.random(&random) }
            .joined(separator: ",") + "]"
        ]
      case .ordered(let name, _, _, let form):
        ["\"\(name)\":" + ordered(form, as: part, &random)]
      case .one(let choices): members(choices[random.below(choices.count)], &random)
      }
    }
  }

  private static func ordered(
    _ form: NaiveForm, as part: Part, _ random: inout SeededRandom
  ) -> String {
    let elements = (0...random.below(3)).map { _ in form.random(&random) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let list = "[" + elements.joined(separator: ",") + "]"
    // Two elements may have the same key.
    let isOrdered = NaiveForm.object([part]).accepts(Array("{\"\(part.name)\":\(list)}".utf8))
    return isOrdered ? list : "[\(elements[0])]"
  }

  private static let numbers = [
    "0", "1", "-1", "10", "999999999999999999", "1000000000000000000", "9223372036854775807",
    "-9223372036854775808", "12345678", "1234567890123456",
  ]
  private static let texts = [
    "", "k1", "s7", "a longer name of more than sixteen bytes", "\"\\/", "\u{0}\u{1F}\u{7F}",
    "é", "e\u{301}", "👩‍👩‍👧", "{\"text\":1}", "\u{10FFFF}", "eight by",
  ]

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..."\u{1F}": "\\u00" + JSONText.hex(scalar.value, digits: 2)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}

extension NaiveForm.Part {
  fileprivate var name: String {
    switch self {
    case .member(let name, _), .flag(let name), .list(let name, _), .ordered(let name, _, _, _):
      name
    case .one: ""
    }
  }
}

/// Makes a small change in a form. Nearly always the result is not valid.
struct FormDamage {
  var random: SeededRandom

  mutating func callAsFunction(_ form: [UInt8]) -> [UInt8] {
    var bytes = form
    let place = random.below(bytes.count)
    switch random.below(8) {
    case 0: bytes.remove(at: place)
    case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes.insert(UInt8(ascii: " "), at: place)
    case 3: bytes.insert(UInt8(ascii: "0"), at: place)
    case 4: bytes.insert(bytes[place], at: place)
    case 5: exchange(&bytes)
    case 6: drop(&bytes)
    default: add(&bytes)
    }
    return bytes
  }

  /// Exchanges two adjacent members.
  private mutating func exchange(_ bytes: inout [UInt8]) {
    let parts = split(bytes)
    guard parts.count > 1 else { return }
    let first = random.below(parts.count - 1)
    var changed = parts
    changed.swapAt(first, first + 1)
    bytes = Array(changed.joined(separator: [UInt8(ascii: ",")]))
  }

  /// Removes a member.
  private mutating func drop(_ bytes: inout [UInt8]) {
    var parts = split(bytes)
    guard parts.count > 1 else { return }
    parts.remove(at: random.below(parts.count))
    bytes = Array(parts.joined(separator: [UInt8(ascii: ",")]))
  }

  /// Adds a member with a default value or an unknown name.
  private mutating func add(_ bytes: inout [UInt8]) {
    let members = [
      "\"found\":false", "\"live\":false", "\"messages\":[]", "\"tried\":{}", "\"token\":null",
      "\"start\":true", "\"other\":1", "\"at\":0",
    ]
    var parts = split(bytes)
    let member = members[random.below(members.count)]
    parts.insert(Array(member.utf8), at: random.below(parts.count + 1))
    bytes = Array(parts.joined(separator: [UInt8(ascii: ",")]))
  }

  private func split(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { Array($0) }
  }
}
