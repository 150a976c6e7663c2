import Testing

@testable import MessagingModel

/// One type of the model and how its values are drawn.
struct CanonicalLaw: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let check: @Sendable (inout RandomValues, inout [String]) -> Void

  init<Value: CanonicalCodable & Hashable>(
    _ make: @escaping @Sendable (inout RandomValues) -> Value
  ) {
    testDescription = "\(Value.self)"
    check = { values, wrong in
      let (left, right) = (make(&values), make(&values))
      let bytes = left.canonical
      do {
        let again = try Value(canonical: bytes)
        if again != left {
          wrong.append("another value: \(String(decoding: bytes, as: UTF8.self))")
        }
        if again.canonical != bytes { wrong.append("other bytes for \(left)") }
      } catch {
        wrong.append("\(error): \(String(decoding: bytes, as: UTF8.self))")
      }
      if (left == right) != (bytes == right.canonical) {
        wrong.append("equal and unequal: \(left), \(right)")
      }
      CanonicalLaw.checkDamage(of: bytes, as: Value.self, &values, &wrong)
    }
  }

  /// A prefix is never a value, and a byte more is one byte too many.
  private static func checkDamage<Value: CanonicalCodable>(
    of bytes: [UInt8], as type: Value.Type, _ values: inout RandomValues, _ wrong: inout [String]
  ) {
    let isNumber = bytes.last.map { (48...57).contains($0) } ?? false
    let cut = Array(bytes.prefix(values.integer(below: bytes.count)))
    if !isNumber, (try? Value(canonical: cut)) != nil { wrong.append("a prefix is read") }
    do {
      _ = try Value(canonical: bytes + [UInt8(ascii: " ")])
      wrong.append("a byte more is read")
    } catch {
      let expected = CanonicalError(offset: bytes.count, expected: "the end")
      if error != expected { wrong.append("a byte more: \(error)") }
    }
  }

  func run(times: Int) -> [String] {
    var values = RandomValues(seed: 42, stream: testDescription)
    var wrong: [String] = []
    for _ in 0..<times { check(&values, &wrong) }
    return wrong
  }
}

@Suite struct CanonicalLawTests {
  static let laws: [CanonicalLaw] = [
    CanonicalLaw { $0.number() }, CanonicalLaw { $0.integer() }, CanonicalLaw { $0.text() },
    CanonicalLaw { $0.remoteID() }, CanonicalLaw { $0.messageID() },
    CanonicalLaw { $0.timestamp() }, CanonicalLaw { $0.serverPosition() },
    CanonicalLaw { $0.position() }, CanonicalLaw { $0.cursor() },
    CanonicalLaw { $0.reference() }, CanonicalLaw { $0.version() },
    CanonicalLaw { $0.revision() }, CanonicalLaw { $0.reason() }, CanonicalLaw { $0.delivery() },
    CanonicalLaw { $0.upload() }, CanonicalLaw { $0.attachment() }, CanonicalLaw { $0.body() },
    CanonicalLaw { $0.action() }, CanonicalLaw { $0.dependent() },
    CanonicalLaw { $0.relation() }, CanonicalLaw { $0.messageKey() },
    CanonicalLaw { $0.outboxKey() }, CanonicalLaw { $0.received() },
    CanonicalLaw { $0.outgoing() }, CanonicalLaw { $0.page() }, CanonicalLaw { $0.gap() },
    CanonicalLaw { $0.change() }, CanonicalLaw { $0.query() }, CanonicalLaw { $0.row() },
    CanonicalLaw { $0.record() }, CanonicalLaw { $0.commit() },
  ]

  @Test(arguments: laws)
  func `bytes give the value back, and equal values have equal bytes`(_ law: CanonicalLaw) {
    let wrong = law.run(times: 400)
    #expect(wrong.isEmpty, "\(wrong.count) wrong, first: \(wrong.first ?? "")")
  }

  @Test func `strings are written with the fewest escapes`() {
    let text: ExactString = "a\"\\/\n\u{1F}\u{7F}\u{E9}\0"
    #expect(
      String(decoding: text.canonical, as: UTF8.self)
        == "\"a\\\"\\\\/\\u000a\\u001f\u{7F}\u{E9}\\u0000\"")
  }

  @Test func `one change in full`() throws {
    let change = Change.receive(
      ReceivedMessage(
        conversation: "k1",
        position: ServerPosition(serverTime: 10, timestamp: 12, remoteID: "s7"), sender: "ann",
        body: .text("hi")))
    let text = """
      {"receive":{"in":"k1","position":{"server":10,"at":12,"remote":"s7"},"sender":"ann",\
      "version":{"order":0,"id":""},"body":{"text":"hi"}}}
      """
    #expect(String(decoding: change.canonical, as: UTF8.self) == text)
  }
}
