internal import MessagingCore
internal import MessagingModel

/// A refusal by an adapter or a server. It is a valid answer, not a failure of the adapter.
struct AdapterRefusal: Error {
  let code: String
  let context: String
}

/// Sends requests to an adapter in a role without a store, and waits for each answer. It takes a
/// process at the first request, and gives it back when it is released.
final class CommandCaller: Sendable {
  private let subject: CommandSubject
  private let session = Locked<AdapterSession?>(nil)
  private let numbers = Locked<Set<Int>>([])

  init(_ subject: CommandSubject) { self.subject = subject }

  deinit {
    if let session = session.current { subject.takeBack(session) }
  }

  /// Sends a request, and reads one member of the answer.
  ///
  /// - Parameters:
  ///   - name: the name of the member.
  ///   - refusals: the codes with which the adapter may refuse instead.
  /// - Throws: ``AdapterRefusal``, or the trouble, which becomes the result of the case.
  func ask<Answer: CanonicalCodable>(
    _ kind: String, for name: String, _ type: Answer.Type, refusals: [String] = [],
    _ members: (inout CanonicalWriter) -> Void
  ) throws -> Answer {
    typealias Found = Result<Answer, AdapterRefusal>
    let answer = try ask(kind, members) { answer throws(AdapterLine.Mistake) -> Found in
      if let value = try answer.value(name, of: Answer.self) { return .success(value) }
      return .failure(try answer.refusal(instead: name, refusals))
    }
    return try answer.get()
  }

  /// Asks, and takes the answer apart.
  ///
  /// - Throws: what went wrong, which is noted as the verdict of the case.
  @discardableResult
  func ask<Answer>(
    _ kind: String, _ members: (inout CanonicalWriter) -> Void,
    read: (AdapterLine) throws(AdapterLine.Mistake) -> Answer
  ) throws -> Answer {
    do {
      let session = try taken()
      let answer = try session.askNow(kind, members)
      do {
        return try read(answer)
      } catch {
        throw session.fail("\(error)")
      }
    } catch let trouble as AdapterTrouble {
      session.withLock { $0 = nil }
      throw subject.note(trouble)
    }
  }

  /// What people wrote must not be repeated from what the process says of its failure.
  func keepSecret(_ texts: [String]) {
    if let session = try? taken() { session.keepSecret(texts) }
  }

  /// The least number that no value has now.
  func takeNumber() -> Int {
    numbers.withLock { numbers in
      let free = (1...).first { !numbers.contains($0) } ?? 0
      numbers.insert(free)
      return free
    }
  }

  func giveBack(_ number: Int) { numbers.withLock { _ = $0.remove(number) } }

  private func taken() throws -> AdapterSession {
    if let session = session.current { return session }
    let new = try subject.sessionNow()
    session.withLock { $0 = new }
    return new
  }
}

extension AdapterLine {
  /// A member of an answer that has to be there.
  func answered<Value: CanonicalCodable>(
    _ name: String, _ type: Value.Type
  ) throws(Mistake) -> Value {
    guard let value = try value(name, of: Value.self) else {
      throw Mistake(
        offset: 0, expected: "\"\(name)\" beside \"id\", found " + names.joined(separator: " "))
    }
    return value
  }

  /// Returns the refusal that the answer contains instead of the member.
  fileprivate func refusal(
    instead name: String, _ known: [String]
  ) throws(Mistake) -> AdapterRefusal {
    guard let bytes = self["error"], !known.isEmpty else {
      let wanted = known.isEmpty ? "\"\(name)\"" : "\"\(name)\" or \"error\""
      throw Mistake(
        offset: 0, expected: "\(wanted) beside \"id\", found " + names.joined(separator: " "))
    }
    let error = try AdapterLine(Array(bytes))
    let code = try error.value("code", of: ExactString.self)?.string ?? ""
    guard known.contains(code) else {
      throw Mistake(
        offset: bytes.startIndex,
        expected: "an error with a known code; known: " + known.joined(separator: " "))
    }
    return AdapterRefusal(
      code: code, context: try error.value("context", of: ExactString.self)?.string ?? "")
  }
}
