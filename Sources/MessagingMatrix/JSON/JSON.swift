internal import MessagingModel

/// A JSON value. Its texts are compared byte by byte, like those of the model.
enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without a fraction that fits into 64 bits.
  case integer(Int64)
  case number(Double)
  case string(ExactString)
  case array([JSON])
  case object([ExactString: JSON])
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  init(stringLiteral value: String) { self = .string(ExactString(value)) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (ExactString, JSON)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

// A missing value, or one of another type, is `nil`: a server may return anything.
extension JSON {
  subscript(key: ExactString) -> JSON? { object?[key] }

  var object: [ExactString: JSON]? {
    if case .object(let members) = self { members } else { nil }
  }
  var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  var string: ExactString? { if case .string(let text) = self { text } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// A whole number, clamped to 0…2⁵², which is enough for every date and every size.
  var count: Int64? {
    if case .integer(let number) = self { min(max(number, 0), 1 << 52) } else { nil }
  }
}
