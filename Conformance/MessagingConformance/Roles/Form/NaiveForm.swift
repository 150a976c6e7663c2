/// The canonical form of a type: the tables of `Spec/canonical-form.md` as values, with the
/// simplest reader for them. It does not know what the values mean.
indirect enum NaiveForm: Sendable {
  case text
  /// Parts separated by slashes. No part is empty, `.` or `..`.
  case path
  case number
  /// 32 hexadecimal digits.
  case id
  /// One of these words.
  case word([String])
  /// Some of these words, in this order.
  case words([String])
  case object([Part])
  /// An object that has at least one member.
  case filled([Part])
  case either([NaiveForm])

  /// A part of an object.
  indirect enum Part: Sendable {
    case member(String, NaiveForm)
    case flag(String)
    /// A member that holds a list with at least one element.
    case list(String, NaiveForm)
    /// A list whose elements begin with a member of this name and form. The bytes of these members
    /// ascend.
    case ordered(String, by: String, NaiveForm, NaiveForm)
    /// The first of these choices that fits.
    case one([[Part]])

    static func optional(_ name: String, _ form: NaiveForm) -> Part {
      .one([[.member(name, form)], []])
    }

    static func optional(flag name: String) -> Part { .one([[.flag(name)], []]) }

    static func optional(list name: String, _ form: NaiveForm) -> Part {
      .one([[.list(name, form)], []])
    }
  }

  /// Whether the bytes are exactly one such form.
  func accepts(_ bytes: [UInt8]) -> Bool { end(in: bytes, from: 0) == bytes.count }

  /// The end of a form that begins at `start`; `nil` if none begins there.
  private func end(in bytes: [UInt8], from start: Int) -> Int? {
    switch self {
    case .text: Self.text(in: bytes, from: start)?.end
    case .path:
      Self.text(in: bytes, from: start).flatMap { text, end in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }
        return isPlain ? end : nil
      }
    case .number: Self.number(in: bytes, from: start)
    case .id:
      Self.text(in: bytes, from: start).flatMap { text, end in
        let isHex = text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        return isHex && end - start == 34 ? end : nil
      }
    case .word(let words): words.compactMap { Self.after("\"\($0)\"", in: bytes, start) }.first
    case .words(let words): Self.words(words[...], in: bytes, from: start)
    case .object(let parts):
      Self.after("{", in: bytes, start)
        .flatMap { Self.members(parts[...], in: bytes, from: $0, isFirst: true) }
        .flatMap { Self.after("}", in: bytes, $0) }
    case .filled(let parts):
      Self.after("{}", in: bytes, start) == nil
        ? NaiveForm.object(parts).end(in: bytes, from: start) : nil
    case .either(let forms): Self.first(of: forms, in: bytes, from: start)
    }
  }

  private static func first(of forms: [NaiveForm], in bytes: [UInt8], from start: Int) -> Int? {
    for form in forms {
      if let end = form.end(in: bytes, from: start) { return end }
    }
    return nil
  }

  private static func members(
    _ parts: ArraySlice<Part>, in bytes: [UInt8], from start: Int, isFirst: Bool
  ) -> Int? {
    guard let part = parts.first else { return start }
    let rest = parts.dropFirst()
    let name: String
    let ends: (Int) -> Int?
    switch part {
    case .one(let choices):
      for choice in choices {
        let end = members((choice + rest)[...], in: bytes, from: start, isFirst: isFirst)
        if let end { return end }
      }
      return nil
    case .member(let member, let form):
      name = member
      ends = { form.end(in: bytes, from: $0) }
    case .flag(let member):
      name = member
      ends = { after("true", in: bytes, $0) }
    case .list(let member, let form):
      name = member
      ends = { list(of: form, in: bytes, from: $0)?.end }
    case .ordered(let member, let first, let key, let form):
      name = member
      ends = { start in
        guard let (starts, end) = list(of: form, in: bytes, from: start) else { return nil }
        let keys = starts.compactMap { start in
          after("{\"\(first)\":", in: bytes, start).flatMap { place in
            key.end(in: bytes, from: place).map { bytes[place..<$0] }
          }
        }
        let isOrdered = zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
        return isOrdered ? end : nil
      }
    }
    return after("\(isFirst ? "" : ",")\"\(name)\":", in: bytes, start)
      .flatMap(ends)
      .flatMap { members(rest, in: bytes, from: $0, isFirst: false) }
  }

  /// The start of each element of a list, and the end of the list.
  private static func list(
    of form: NaiveForm, in bytes: [UInt8], from start: Int
  ) -> (starts: [Int], end: Int)? {
    var next = after("[", in: bytes, start)
    var starts: [Int] = []
    while let place = next, let end = form.end(in: bytes, from: place) {
      starts.append(place)
      if let closed = after("]", in: bytes, end) { return (starts, closed) }
      next = after(",", in: bytes, end)
    }
    return nil
  }

  private static func words(
    _ words: ArraySlice<String>, in bytes: [UInt8], from start: Int
  ) -> Int? {
    guard after("[", in: bytes, start) != nil else { return nil }
    let subsets = (0..<(1 << words.count)).map { chosen in
      words.enumerated().filter { chosen >> $0.offset & 1 == 1 }.map { "\"\($0.element)\"" }
    }
    return subsets.compactMap { after("[\($0.joined(separator: ","))]", in: bytes, start) }.first
  }

  private static func number(in bytes: [UInt8], from start: Int) -> Int? {
    let digits = bytes[start...].prefix { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
    let text = String(decoding: digits, as: UTF8.self)
    guard let number = Int64(text), "\(number)" == text else { return nil }
    return digits.endIndex
  }

  private static let escapes =
    [("\\\"", UInt8(ascii: "\"")), ("\\\\", UInt8(ascii: "\\"))]
    + (0..<32).map { ("\\u00" + JSONText.hex(UInt32($0), digits: 2), UInt8($0)) }

  /// The text that a string represents, and the end of the string.
  private static func text(in bytes: [UInt8], from start: Int) -> (text: String, end: Int)? {
    guard var place = after("\"", in: bytes, start) else { return nil }
    var found: [UInt8] = []
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      guard bytes[place] >= 0x20 else { return nil }
      if bytes[place] == UInt8(ascii: "\\") {
        guard
          let (end, byte) = escapes.lazy.compactMap({ text, byte in
            after(text, in: bytes, place).map { ($0, byte) }
          }).first
        else { return nil }
        found.append(byte)
        place = end
      } else {
        found.append(bytes[place])
        place += 1
      }
    }
    let text = String(decoding: found, as: UTF8.self)
    guard text.utf8.elementsEqual(found) else { return nil }
    return after("\"", in: bytes, place).map { (text, $0) }
  }

  /// The end of this text if it begins at `start`; `nil` otherwise.
  private static func after(_ text: String, in bytes: [UInt8], _ start: Int) -> Int? {
    var place = start
    for byte in text.utf8 {
      guard place < bytes.count, bytes[place] == byte else { return nil }
      place += 1
    }
    return place
  }
}
