package import MessagingModel

/// A reader of any JSON that has the same meaning as the canonical form. An adapter may write
/// members in any order, with white space and escapes, and may write members that have their
/// default value.
package enum AdapterForm {
  /// Reads a value from an adapter's JSON.
  ///
  /// - Throws: `AdapterLine.Mistake` with what was expected, and where:
  ///   `snapshot.messages[3].delivery`.
  package static func read<Value: CanonicalCodable>(
    _ type: Value.Type, from json: ArraySlice<UInt8>, as name: String
  ) throws(AdapterLine.Mistake) -> Value {
    if let value = try? Value(canonical: Array(json)) { return value }
    var scanner = Scanner(bytes: json)
    let form: [UInt8]
    do {
      form = try scanner.canonicalValue()
    } catch {
      throw AdapterLine.Mistake(offset: error.offset, expected: "\(error.expected) in \(name)")
    }
    do {
      return try Value(canonical: form)
    } catch {
      let path = path(to: error.offset, in: form)
      throw AdapterLine.Mistake(
        offset: json.startIndex, expected: "\(error.expected) at \(name)\(path)")
    }
  }

  /// Returns the path to a place in canonical bytes: `.messages[3].delivery`.
  static func path(to offset: Int, in bytes: [UInt8]) -> String {
    var steps: [String] = []
    var index = 0
    while index < min(offset, bytes.count) {
      switch bytes[index] {
      case UInt8(ascii: "{"): steps.append("")
      case UInt8(ascii: "["): steps.append("[0]")
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
      case UInt8(ascii: ","):
        if let last = steps.last, last.hasPrefix("["), let number = Int(last.dropFirst().dropLast())
        {
          steps[steps.count - 1] = "[\(number + 1)]"
        }
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ":"), !steps.isEmpty {
          let name = String(decoding: bytes[start..<index], as: UTF8.self)
          steps[steps.count - 1] = ".\(name)"
        }
      default: break
      }
      index += 1
    }
    return steps.joined()
  }
}

extension AdapterForm {
  /// Returns an object whose members have canonical values: in order, and without members that have
  /// their default value.
  fileprivate static func object(_ members: [(name: [UInt8], value: [UInt8])]) -> [UInt8] {
    let named = members.map { (String(decoding: $0.name, as: UTF8.self), $0.value) }
      .filter { !isDefault($1, of: $0) }
    let order = order(of: named.map(\.0))
    let sorted = named.map { (rank: order[$0] ?? order.count, name: $0, value: $1) }
      .sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
    let written = sorted.map { Array("\"\($0.name)\":".utf8) + $0.value }
    return list("{", written, "}")
  }

  fileprivate static func list(_ open: String, _ parts: [[UInt8]], _ close: String) -> [UInt8] {
    Array(open.utf8) + Array(parts.joined(separator: ",".utf8)) + Array(close.utf8)
  }

  private static func isDefault(_ value: [UInt8], of name: String) -> Bool {
    switch value.count {
    case 2:
      value == Array("[]".utf8) && !["kinds", "typing", "replace"].contains(name)
        || value == Array("{}".utf8) && name == "tried"
    case 4: value == Array("null".utf8)
    case 5: value == Array("false".utf8)
    default: false
    }
  }
}

/// Reads JSON and writes it in canonical form.
private struct Scanner {
  /// The maximum depth of nested values. The form itself nests nine.
  private static let depthMax = 64

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var depth = 0

  init(bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

  private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private func mistake(_ expected: String) -> AdapterLine.Mistake {
    AdapterLine.Mistake(offset: position, expected: expected)
  }

  private mutating func take(_ sign: Character) -> Bool {
    while let next, next == 0x20 || (9...13).contains(next) { position += 1 }
    guard next == sign.asciiValue else { return false }
    position += 1
    while let next, next == 0x20 || (9...13).contains(next) { position += 1 }
    return true
  }

  mutating func canonicalValue() throws(AdapterLine.Mistake) -> [UInt8] {
    guard depth < Self.depthMax else {
      throw mistake("values nested at most \(Self.depthMax) deep")
    }
    depth += 1
    defer { depth -= 1 }
    switch next {
    case UInt8(ascii: "{"):
      _ = take("{")
      var members: [(name: [UInt8], value: [UInt8])] = []
      while !take("}") {
        if !members.isEmpty, !take(",") { throw mistake("a comma or }") }
        let name = try text()
        guard take(":") else { throw mistake("a colon after the name of a member") }
        members.append((name, try canonicalValue()))
      }
      return AdapterForm.object(members)
    case UInt8(ascii: "["):
      _ = take("[")
      var elements: [[UInt8]] = []
      while !take("]") {
        if !elements.isEmpty, !take(",") { throw mistake("a comma or ]") }
        elements.append(try canonicalValue())
      }
      return AdapterForm.list("[", elements, "]")
    case UInt8(ascii: "\""): return try quoted()
    case nil: throw mistake("a value")
    case .some: return try word()
    }
  }

  /// Reads a number, `true`, `false` or `null`. The caller rejects anything else.
  private mutating func word() throws(AdapterLine.Mistake) -> [UInt8] {
    let start = position
    while let next, next > 0x20, !",:[]{}\"".utf8.contains(next) { position += 1 }
    guard position > start else { throw mistake("a value") }
    return Array(bytes[start..<position])
  }

  private mutating func quoted() throws(AdapterLine.Mistake) -> [UInt8] {
    var writer = CanonicalWriter()
    // Bytes that are not UTF-8 become replacement characters, and so appear as a difference.
    writer.string(String(decoding: try text(), as: UTF8.self))
    return writer.bytes
  }

  private mutating func text() throws(AdapterLine.Mistake) -> [UInt8] {
    guard next == UInt8(ascii: "\"") else { throw mistake("a string in double quotes") }
    position += 1
    var text: [UInt8] = []
    while let sign = next, sign != UInt8(ascii: "\"") {
      position += 1
      if sign == UInt8(ascii: "\\") {
        try text.append(contentsOf: escaped())
      } else {
        text.append(sign)
      }
    }
    guard next != nil else { throw mistake("the end of a string") }
    position += 1
    return text
  }

  private mutating func escaped() throws(AdapterLine.Mistake) -> [UInt8] {
    guard let sign = next else { throw mistake("a character after \\") }
    position += 1
    switch Character(Unicode.Scalar(sign)) {
    case "b": return [8]
    case "t": return [9]
    case "n": return [10]
    case "f": return [12]
    case "r": return [13]
    case "u":
      var value = try hexadecimal()
      if (0xD800..<0xDC00).contains(value) {
        guard bytes[position...].starts(with: "\\u".utf8) else {
          throw mistake("a pair of surrogates as a whole")
        }
        position += 2
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else {
          throw mistake("a pair of surrogates as a whole")
        }
        value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw mistake("a pair of surrogates as a whole")
      }
      return Array(String(scalar).utf8)
    default: return [sign]
    }
  }

  private mutating func hexadecimal() throws(AdapterLine.Mistake) -> UInt32 {
    let end = position + 4
    guard end <= bytes.endIndex, bytes[position..<end].allSatisfy(Self.isHexadecimal),
      let value = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw mistake("four hexadecimal digits") }
    position = end
    return value
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Unicode.Scalar(byte).properties.isASCIIHexDigit
  }
}
