import Foundation
import MessagingModel
import Testing

@testable import MessagingMatrix

@Suite struct JSONTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", true), ("-12", -12), ("0", 0), ("[]", []), ("{}", [:]),
      ("1.5", .number(1.5)), ("1e2", .number(100)), ("9223372036854775808", .number(0x1p63)),
      ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\u{8}\u{c}\n\r\t"),
      ("\"\\u00e9\\ud83d\\ude00\"", "é😀"),
      ("[1, [2, {\"a\": null}]]", [1, [2, ["a": .null]]]),
      ("{\"a\":1,\"a\":2}", ["a": 2]),
    ] as [(String, JSON)])
  func `text becomes a value`(text: String, expected: JSON) throws {
    #expect(try Samples.json(text) == expected)
  }

  @Test(arguments: [
    "", "nul", "tru", "01", "-", "1.", "+1", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "{\"a\":1,}",
    "\"a", "\"\\x\"", "\"\\u12\"", "\"\n\"", "[1]]", "1 2", "NaN", "'a'", "[", "{\"a\":[}",
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(throws: JSONReader.Malformed.self) { try Samples.json(text) }
  }

  @Test(
    arguments: [
      ("-0", 0), ("-7", -7), ("10", 10), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("-9223372036854775809", .number(-0x1p63)),
      ("0.5", .number(0.5)), ("-0.25", .number(-0.25)), ("10.0", .number(10)),
      ("0e0", .number(0)), ("1E2", .number(100)), ("5e-1", .number(0.5)), ("5E+1", .number(50)),
      ("1.5e1", .number(15)), ("0.5e+01", .number(5)), ("1e0002", .number(100)),
    ] as [(String, JSON)])
  func `a number of the grammar is read`(text: String, expected: JSON) throws {
    #expect(try Samples.json(text) == expected)
    #expect(try Samples.json("[\(text),\(text)]") == [expected, expected])
  }

  @Test(arguments: [
    "1.e5", "1.E+5", "-0.e1", "1.", "-1.", ".5", "-.5", "00", "-01", "01.5", "0123", "+1", "-",
    "--1", "1e", "1e+", "1E-", "1.5e", "1e1.5", "1e1e1", "1.5.5", "1-", "1+1", "1e+-1", "e5",
    "-e5", "0x10", "1_000", "inf", "-inf", "nan", "Infinity", "1e5.", "١",
  ])
  func `a number outside of the grammar is refused`(text: String) {
    for json in [text, "[\(text)]", "{\"a\":\(text)}"] {
      #expect(throws: JSONReader.Malformed.self) { try Samples.json(json) }
    }
  }

  @Test func `bytes that are no text are refused`() {
    #expect(throws: JSONReader.Malformed.self) {
      try JSONReader.read(Data([UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")]))
    }
  }

  @Test(arguments: ["\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"\\ud83d\\n\""])
  func `half a pair does not spoil what is beside it`(text: String) throws {
    let read = try #require(try Samples.json(text).string)
    #expect(read.string.unicodeScalars.first == "\u{FFFD}")
  }

  @Test func `what is nested too deep is nothing, and the rest is read`() throws {
    let deep = String(repeating: "[{\"a\":\"]\"},", count: 50_000) + "1"
    let text = "[\"before\",\(deep)\(String(repeating: "]", count: 50_000)),\"after\"]"
    let read = try #require(try Samples.json(text).array)
    #expect(read.count == 3)
    #expect(read.first == "before")
    #expect(read.last == "after")
  }

  @Test func `keys are told apart by their bytes`() throws {
    let read = try #require(try Samples.json("{\"\\u00e9\":1,\"e\\u0301\":2}").object)
    #expect(read.count == 2)
  }

  @Test func `what is written is read as the same`() throws {
    let value: JSON = [
      "b": [1, -2, .number(1.5), true, .null], "a": "\u{1}\"\\é😀\n", "": ["x": [:]],
    ]
    #expect(try JSONReader.read(value.data) == value)
    #expect(
      value.text
        == "{\"\":{\"x\":{}},\"a\":\"\\u0001\\\"\\\\é😀\\u000a\",\"b\":[1,-2,1.5,true,null]}")
  }
}
