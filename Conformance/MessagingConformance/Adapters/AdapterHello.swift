internal import MessagingCore
internal import MessagingModel

/// What an adapter declares about itself: the answer to `hello`.
struct AdapterHello: Sendable {
  /// The version of the protocol.
  static let version = 1

  let name: String
  let roles: Set<Role>
  let capabilities: Set<Capability>
  let historiesMax: Int?

  /// Sends `hello` to an adapter.
  init(of session: AdapterSession) async throws {
    let answer = try await session.ask("hello", AdapterHello.ask)
    self = try AdapterHello(answer, from: session)
  }

  /// The same, for callers that cannot use `await`.
  init(now session: AdapterSession) throws {
    self = try AdapterHello(try session.askNow("hello", AdapterHello.ask), from: session)
  }

  private static let ask: @Sendable (inout CanonicalWriter) -> Void = { writer in
    writer.field("version", AdapterHello.version)
  }

  private init(_ answer: AdapterLine, from session: AdapterSession) throws {
    do {
      self = try AdapterHello(answer)
    } catch {
      throw session.fail("\(error)")
    }
  }

  private init(_ answer: AdapterLine) throws(AdapterLine.Mistake) {
    guard let bytes = answer["hello"] else {
      throw AdapterLine.Mistake(
        offset: 0, expected: "\"hello\" beside \"id\", found " + answer.names.joined(separator: " ")
      )
    }
    let hello = try AdapterLine(Array(bytes))
    let version = try hello.value("version", of: Int.self) ?? 0
    guard version == AdapterHello.version else {
      throw AdapterLine.Mistake(
        offset: 0, expected: "version \(AdapterHello.version) of the protocol, not \(version)")
    }
    name = try hello.value("name", of: ExactString.self)?.string ?? ""
    guard !name.isEmpty,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    else {
      throw AdapterLine.Mistake(offset: 0, expected: "a name of letters, digits and dashes")
    }
    historiesMax = try hello.value("historiesMax", of: Int.self)
    if let historiesMax, !(1...1_000_000).contains(historiesMax) {
      throw AdapterLine.Mistake(
        offset: 0, expected: "\"historiesMax\" from 1 to 1000000, not \(historiesMax)")
    }
    let words = try hello.words("roles")
    roles = try AdapterHello.chosen(
      words.isEmpty ? ["repository"] : words, "role", from: CommandSubject.playable, by: \.name)
    var capabilities = try AdapterHello.chosen(
      hello.words("capabilities"), "capability", from: Capability.allCases, by: \.rawValue)
    if let claim = try hello.value("profile", of: ExactString.self)?.string {
      let profiles = try AdapterHello.chosen(
        [claim], "profile", from: Profile.allCases, by: \.rawValue)
      for profile in profiles { capabilities.formUnion(profile.capabilities) }
    }
    let beyond = capabilities.intersection(AdapterServer.beyond)
    guard beyond.isEmpty else {
      let names = beyond.names.joined(separator: " ")
      throw AdapterLine.Mistake(
        offset: 0,
        expected: "only capabilities that a program in another process can have, not \(names)")
    }
    self.capabilities = capabilities
  }

  private static func chosen<Choice: Hashable>(
    _ words: [String], _ what: String, from all: [Choice], by name: (Choice) -> String
  ) throws(AdapterLine.Mistake) -> Set<Choice> {
    var chosen: Set<Choice> = []
    for word in words {
      guard let choice = all.first(where: { name($0) == word }) else {
        let known = all.map(name).joined(separator: " ")
        throw AdapterLine.Mistake(
          offset: 0, expected: "a known \(what), not '\(word)'; known: \(known)")
      }
      chosen.insert(choice)
    }
    return chosen
  }
}

extension AdapterLine {
  /// Returns a member as a value; `nil` if there is none with this name.
  func value<Value: CanonicalCodable>(
    _ name: String, of type: Value.Type
  ) throws(Mistake) -> Value? {
    guard let bytes = self[name] else { return nil }
    return try AdapterForm.read(Value.self, from: bytes, as: name)
  }

  /// Returns a member as a list of words; empty if there is none with this name.
  func words(_ name: String) throws(Mistake) -> [String] {
    guard let bytes = self[name] else { return [] }
    return try AdapterForm.read(AdapterList<ExactString>.self, from: bytes, as: name)
      .all.map(\.string)
  }
}

/// A list in canonical form, which may be empty.
struct AdapterList<Element: CanonicalCodable>: CanonicalCodable {
  let all: [Element]

  func encode(to writer: inout CanonicalWriter) {
    writer.array(all) { $1.encode(to: &$0) }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    all = try reader.array { reader throws(CanonicalError) in try Element(from: &reader) }
  }
}
