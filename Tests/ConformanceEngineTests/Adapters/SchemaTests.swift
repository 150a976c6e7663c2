import Foundation
import Testing

/// Every line of every transcript is a line as the schema has it, and the schema says enough to
/// notice a line that is none.
struct SchemaTests {
  @Test(arguments: try Transcript.names())
  func `each line of a transcript fits the schema`(_ name: String) throws {
    let schema = try Transcript.schema()
    for line in try Transcript(name).lines {
      switch line.kind {
      case .request:
        #expect(try schema.fault(in: TestJSON(line.text), as: "request") == nil, "\(line.text)")
        #expect(try schema.fault(in: TestJSON(line.text)) == nil)
      case .answer where !line.isWrong:
        #expect(try schema.fault(in: TestJSON(line.text)) == nil, "\(line.text)")
      case .answer:
        #expect((try? schema.fault(in: TestJSON(line.text)) == nil) != true, "\(line.text)")
      case .act, .verdict: break
      }
    }
  }

  @Test func `every request and every answer of the schema stands in a transcript`() throws {
    let schema = try Transcript.schema()
    let file = try Transcript.schemaFile()
    let lines = try Transcript.names().flatMap { try Transcript($0).lines }.filter { !$0.isWrong }
    for (kind, name) in [(Transcript.Line.Kind.request, "request"), (.answer, "answer")] {
      let values = try lines.filter { $0.kind == kind }.map { try TestJSON($0.text) }
      for branch in file["$defs"]?[name]?["oneOf"]?.elements ?? [] {
        let isUsed = try values.contains { try schema.fault(in: $0, by: branch) == nil }
        #expect(isUsed, "no line of a transcript is \(branch.text.prefix(300))")
      }
    }
  }

  @Test(arguments: try Transcript.names())
  func `a line with a member too many fits nothing`(_ name: String) throws {
    let schema = try Transcript.schema()
    for line in try Transcript(name).lines where !line.isWrong && line.isJSON {
      let members = try TestJSON(line.text).members
      let more = TestJSON.object(members + [.init(name: "speed", value: .number("3"))])
      #expect(try schema.fault(in: more) != nil, "\(line.text)")
      let typed = TestJSON.object(
        members.map { .init(name: $0.name, value: $0.name == "id" ? .string("1") : $0.value) })
      if typed["id"] != nil { #expect(try schema.fault(in: typed) != nil, "\(line.text)") }
    }
  }

  @Test(arguments: [
    #"{"type":"object","minProperties":1}"#, #"{"properties":{"a":{"anyOf":[]}}}"#,
    #"{"oneOf":[{"type":"string"},{"format":"date"}]}"#, #"{"items":{"minimum":1}}"#,
    #"{"additionalProperties":true}"#,
  ])
  func `a keyword that the validator does not know is an error`(_ text: String) throws {
    #expect(throws: TestSchema.Mistake.self) { try TestSchema(TestJSON(text)) }
  }

  @Test(arguments: [
    (#"{"type":"integer"}"#, "1.5", false), (#"{"type":"integer"}"#, "15", true),
    (#"{"type":"number"}"#, "1.5e3", true), (#"{"type":"string"}"#, "1", false),
    (#"{"const":true}"#, "false", false), (#"{"enum":["a","b"]}"#, #""c""#, false),
    (#"{"pattern":"^[0-9]+$"}"#, #""12a""#, false), (#"{"pattern":"^[0-9]+$"}"#, #""12""#, true),
    (#"{"required":["a"]}"#, "{}", false), (#"{"required":["a"]}"#, #"{"a":1}"#, true),
    (#"{"properties":{"a":{"type":"array"}}}"#, #"{"a":1}"#, false),
    (#"{"properties":{"a":{}},"additionalProperties":false}"#, #"{"b":1}"#, false),
    (#"{"items":{"type":"string"}}"#, #"["a",1]"#, false),
    (#"{"minItems":2,"maxItems":2}"#, "[1]", false),
    (#"{"minItems":2,"maxItems":2}"#, "[1,2,3]", false),
    (#"{"uniqueItems":true}"#, "[1,1]", false),
    (#"{"oneOf":[{"type":"number"},{"type":"integer"}]}"#, "1", false),
    (#"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#, "1", true),
    (##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}"##, "1", false),
  ])
  func `the validator finds what is wrong`(_ schema: String, _ value: String, _ fits: Bool) throws {
    let fault = try TestSchema(TestJSON(schema)).fault(in: TestJSON(value))
    #expect((fault == nil) == fits, "\(fault ?? "")")
  }
}
