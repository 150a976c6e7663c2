internal import MessagingModel

/// A number that may have a fraction, as adapters write it: a length in points, a part of one.
///
/// It is the shortest decimal number from which the same `Double` is read. What is no number is a
/// word in quotes: `"NaN"`, `"Infinity"`, `"-Infinity"`.
struct NumberForm: CanonicalCodable {
  let value: Double

  init(_ value: Double) { self.value = value }

  func encode(to writer: inout CanonicalWriter) {
    if value.isNaN {
      writer.string("NaN")
    } else if value.isInfinite {
      writer.string(value < 0 ? "-Infinity" : "Infinity")
    } else if value.magnitude < 0x1p53, value == value.rounded(.towardZero) {
      writer.integer(Int64(value))
    } else {
      writer.number("\(value)")
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    if reader.optionalWord("NaN") {
      value = .nan
    } else if reader.optionalWord("Infinity") {
      value = .infinity
    } else if reader.optionalWord("-Infinity") {
      value = -.infinity
    } else {
      let place = reader.place
      let digits = try reader.number()
      // Swift also reads what JSON does not know: "+1", ".5".
      guard digits.first == "-" || digits.first?.isNumber == true, let value = Double(digits),
        value.isFinite
      else { throw reader.failure("a number", at: place) }
      self.value = value
    }
  }
}

extension CanonicalWriter {
  /// Writes a member that is a number with a fraction.
  mutating func number(_ name: StaticString, _ value: Double) {
    field(name, NumberForm(value))
  }

  /// Writes a member that is one of the cases of an enumeration.
  mutating func word(_ name: StaticString, _ value: some Sendable) {
    field(name, ExactString("\(value)"))
  }
}

extension CanonicalReader {
  /// Reads a member that is a number with a fraction.
  mutating func number(_ name: StaticString) throws(CanonicalError) -> Double {
    try field(name, as: NumberForm.self).value
  }

  /// Reads a member that is one of some cases of an enumeration.
  mutating func word<Value>(
    _ name: StaticString, of all: [Value]
  ) throws(CanonicalError) -> Value {
    try key(name)
    return try word(of: all)
  }

  /// Reads one of some cases of an enumeration.
  mutating func word<Value>(of all: [Value]) throws(CanonicalError) -> Value {
    let place = place
    let words = all.map { "\($0)" }
    let word = try choice(words)
    guard let index = words.firstIndex(of: word) else {
      throw failure("one of: \(words.joined(separator: " "))", at: place)
    }
    return all[index]
  }

  /// Reads `true`, which is all that is said of an event without members.
  mutating func isTrue() throws(CanonicalError) {
    let place = place
    guard try boolean() else { throw failure("true", at: place) }
  }
}
