/// A JSON value. Its members keep their order, and its numbers are integers.
package enum JSONNode: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  case string(String)
  case int(Int)
  case bool(Bool)
  case array([JSONNode])
  case object([(String, JSONNode)])

  package init(stringLiteral value: String) {
    self = .string(value)
  }

  package init(arrayLiteral elements: JSONNode...) {
    self = .array(elements)
  }

  /// An array of strings.
  package static func strings(_ texts: [String]) -> JSONNode { .array(texts.map { .string($0) }) }

  /// The JSON text on one line, without spaces.
  package var text: String {
    switch self {
    case .string(let text): JSONText.quoted(text)
    case .int(let value): String(value)
    case .bool(let value): String(value)
    case .array(let nodes): "[\(nodes.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(JSONText.quoted($0)):\($1.text)" }.joined(separator: ","))}"
    }
  }
}
