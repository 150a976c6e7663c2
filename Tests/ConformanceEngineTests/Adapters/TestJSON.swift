/// JSON as the tests read it, with another reader than the one that is tested. Numbers keep their
/// digits, objects the order of their members.
indirect enum TestJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([TestJSON])
  case object([Member])

  struct Member: Hashable, Sendable {
    let name: String
    let value: TestJSON
  }

  struct Mistake: Error {
    let offset: Int
  }

  /// Reads a text; only the escapes of quotes, backslashes and `\u00xx` are known.
  init(_ text: some StringProtocol) throws {
    var reader = Reader(bytes: Array(text.utf8))
    self = try reader.value()
    reader.skipSpace()
    guard reader.position == reader.bytes.count else { throw Mistake(offset: reader.position) }
  }

  subscript(name: String) -> TestJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }

  var elements: [TestJSON] { if case .array(let all) = self { all } else { [] } }

  var members: [Member] { if case .object(let all) = self { all } else { [] } }

  /// The same with the members of all objects in another order, and white space.
  func shuffled(_ order: ([Member]) -> [Member]) -> TestJSON {
    switch self {
    case .null, .bool, .number, .string: self
    case .array(let all): .array(all.map { $0.shuffled(order) })
    case .object(let all):
      .object(order(all).map { Member(name: $0.name, value: $0.value.shuffled(order)) })
    }
  }

  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let digits): digits
    case .string(let text): TestJSON.quoted(text)
    case .array(let all): "[" + all.map(\.text).joined(separator: ", ") + "]"
    case .object(let all):
      "{" + all.map { TestJSON.quoted($0.name) + ": " + $0.value.text }.joined(separator: ", ")
        + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { sign -> String in
      switch sign {
      case "\"", "\\": "\\\(sign)"
      case "\0"..<" ":
        "\\u00" + (sign.value < 16 ? "0" : "") + String(sign.value, radix: 16)
      default: String(Character(sign))
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}

private struct Reader {
  let bytes: [UInt8]
  var position = 0

  mutating func skipSpace() {
    while position < bytes.count, bytes[position] == 32 || bytes[position] == 10 { position += 1 }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ sign: Unicode.Scalar) throws {
    guard take(sign) else { throw TestJSON.Mistake(offset: position) }
  }

  mutating func value() throws -> TestJSON {
    if take("{") {
      var members: [TestJSON.Member] = []
      while !take("}") {
        if !members.isEmpty { try expect(",") }
        let name = try text()
        try expect(":")
        members.append(.init(name: name, value: try value()))
      }
      return .object(members)
    }
    if take("[") {
      var elements: [TestJSON] = []
      while !take("]") {
        if !elements.isEmpty { try expect(",") }
        elements.append(try value())
      }
      return .array(elements)
    }
    guard position < bytes.count else { throw TestJSON.Mistake(offset: position) }
    return bytes[position] == UInt8(ascii: "\"") ? .string(try text()) : try word()
  }

  private mutating func word() throws -> TestJSON {
    let start = position
    while position < bytes.count, !" ,]}\n".utf8.contains(bytes[position]) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true", "false": return .bool(word == "true")
    default:
      guard Double(word) != nil else { throw TestJSON.Mistake(offset: start) }
      return .number(word)
    }
  }

  private mutating func text() throws -> String {
    try expect("\"")
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") {
        text.append(try escaped())
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    try expect("\"")
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escaped() throws -> UInt8 {
    guard position + 1 < bytes.count else { throw TestJSON.Mistake(offset: position) }
    let sign = bytes[position + 1]
    guard sign == UInt8(ascii: "u") else {
      position += 2
      return sign
    }
    let digits = String(decoding: bytes[(position + 2)...].prefix(4), as: UTF8.self)
    guard let value = UInt8(digits, radix: 16) else { throw TestJSON.Mistake(offset: position) }
    position += 6
    return value
  }
}
