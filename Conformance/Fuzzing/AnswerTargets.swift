internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingMatrix
internal import MessagingModel

extension FuzzTarget {
  /// A line of a program that is checked, or of who checks it.
  static let adapterLine = FuzzTarget(
    "adapter-line", seeds: ["Tests/ConformanceEngineTests/Golden"], takesLines: true
  ) { bytes in
    do throws(AdapterLine.Mistake) {
      let line = try AdapterLine(bytes)
      for name in line.names where line[name]?.isEmpty ?? true {
        return "a member without a value is accepted"
      }
      return nil
    } catch {
      return problem(ofRefusal: error, at: error.offset, in: bytes)
    }
  }

  /// A value as such programs write it: any JSON that says the same.
  static let adapterForm = FuzzTarget(
    "adapter-form", seeds: ["Fixtures/golden", "Tests/ConformanceEngineTests/Golden"],
    takesLines: true
  ) { bytes in
    problem(as: Snapshot.self, bytes) ?? problem(as: Change.self, bytes)
      ?? problem(as: Commit.self, bytes) ?? problem(as: Query.self, bytes)
      ?? problem(as: ExactString.self, bytes) ?? problem(as: Int64.self, bytes)
  }

  private static func problem<Value: CanonicalCodable>(
    as type: Value.Type, _ bytes: [UInt8]
  ) -> String? {
    do throws(AdapterLine.Mistake) {
      let value = try AdapterForm.read(type, from: bytes[...], as: "fuzz")
      let again = try? Value(canonical: value.canonical)
      return again?.canonical == value.canonical ? nil : "\(type): read again it is something else"
    } catch {
      return problem(ofRefusal: error, at: error.offset, in: bytes)
    }
  }

  /// JSON of a server.
  static let json = FuzzTarget(
    "json", seeds: ["Conformance/Fuzzing/Answers", "Fixtures/golden"], takesLines: true
  ) { bytes in
    do throws(MatrixAnswer.Malformed) {
      let written = try MatrixAnswer(Data(bytes)).written
      do throws(MatrixAnswer.Malformed) {
        return try MatrixAnswer(written).written == written
          ? nil : "what was written is read as something else"
      } catch {
        return "what was written is not read"
      }
    } catch {
      return "\(error)".contains(secret) ? "the error quotes what was read" : nil
    }
  }

  /// What a homeserver answers to `/sync` and `/messages`: of whatever it says, only what a store
  /// takes becomes a message, and each stands in the conversation that it was told of.
  static let serverAnswer = FuzzTarget("server-answer", seeds: ["Conformance/Fuzzing/Answers"]) {
    bytes in
    guard let answer = try? MatrixAnswer(Data(bytes)) else { return nil }
    let parts = answer.parts(owner: "@me:example.org")
    for part in parts {
      for item in part.items where item.conversation != part.conversation {
        return "an event of one conversation is told of another"
      }
      for case .message(let message) in part.items
      where (try? message.canonicalAgain()) == nil {
        return "a message cannot be read again"
      }
    }
    let names = parts.map(\.conversation)
    return Set(names).count == names.count ? nil : "a conversation has two parts"
  }
}

extension ReceivedMessage {
  /// What a journal makes of it.
  fileprivate func canonicalAgain() throws -> ReceivedMessage {
    let again = try ReceivedMessage(canonical: canonical)
    guard again == self else { throw CanonicalError(offset: 0, expected: "the same") }
    return again
  }
}
