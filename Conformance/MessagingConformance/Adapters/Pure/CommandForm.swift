public import MessagingModel

// The role `form`. Bytes that may not be text are sent as hexadecimal digits.

extension CommandSubject: FormSubject {
  public func rewritten(_ form: [UInt8], as type: FormType) throws(CanonicalError) -> [UInt8] {
    try bytes(from: "rewrite") { writer in
      writer.field("type", ExactString(type.rawValue))
      writer.field("form", HexForm(form))
    }
  }

  public func sortKey(of position: [UInt8]) throws(CanonicalError) -> [UInt8] {
    try bytes(from: "sortKey") { $0.field("form", HexForm(position)) }
  }

  public func messageID(
    derivedFrom remoteID: RemoteID, in conversation: ConversationID
  ) -> String {
    let id = try? CommandCaller(self).ask("derive", for: "derived", ExactString.self) { writer in
      writer.field("remote", remoteID)
      writer.field("in", conversation)
    }
    return id?.string ?? ""
  }

  private func bytes(
    from kind: String, _ members: (inout CanonicalWriter) -> Void
  ) throws(CanonicalError) -> [UInt8] {
    let answer: FormAnswer
    do {
      answer = try CommandCaller(self).ask(kind, for: "result", FormAnswer.self, members)
    } catch {
      throw CanonicalError(offset: 0, expected: "an answer of the adapter")
    }
    return try answer.result.get()
  }
}

extension AdapterServer {
  /// Returns the answer of a reader of the canonical form; `nil` if the request is not for one.
  func answerAsForm(_ kind: String, _ request: AdapterLine) throws -> Members? {
    guard let subject = subject as? any FormSubject else { return nil }
    switch kind {
    case "rewrite":
      let word = try request.needed("type", of: ExactString.self).string
      guard let type = FormType(rawValue: word) else {
        throw AdapterRefusal(code: "storage", context: "a type that is not known here")
      }
      let form = try request.needed("form", of: HexForm.self).bytes
      let answer = FormAnswer { () throws(CanonicalError) in try subject.rewritten(form, as: type) }
      return { $0.field("result", answer) }
    case "sortKey":
      let form = try request.needed("form", of: HexForm.self).bytes
      let answer = FormAnswer { () throws(CanonicalError) in try subject.sortKey(of: form) }
      return { $0.field("result", answer) }
    case "derive":
      let id = subject.messageID(
        derivedFrom: try request.needed("remote", of: RemoteID.self),
        in: try request.needed("in", of: ConversationID.self))
      return { $0.field("derived", ExactString(id)) }
    default: return nil
    }
  }
}

/// Bytes as lower-case hexadecimal digits, two for each.
struct HexForm: CanonicalCodable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func encode(to writer: inout CanonicalWriter) {
    writer.string(bytes.map { JSONText.hex(UInt32($0), digits: 2) }.joined())
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    let place = reader.place
    let digits = try reader.string().utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else {
      throw reader.failure("pairs of hexadecimal digits", at: place)
    }
    let values = digits.map { UInt8($0 ?? 0) }
    bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

/// The result of reading bytes: other bytes, or where they are wrong.
private struct FormAnswer: CanonicalCodable {
  let result: Result<[UInt8], CanonicalError>

  init(_ body: () throws(CanonicalError) -> [UInt8]) { result = Result(catching: body) }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch result {
      case .success(let bytes): writer.field("form", HexForm(bytes))
      case .failure(let error):
        writer.field("offset", error.offset)
        writer.field("expected", ExactString(error.expected))
      }
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    result = try reader.object { reader throws(CanonicalError) in
      switch try reader.kind(["form", "offset"]) {
      case 0: .success(try HexForm(from: &reader).bytes)
      default:
        .failure(
          CanonicalError(
            offset: try Int(from: &reader),
            expected: try reader.field("expected", as: ExactString.self).string))
      }
    }
  }
}
