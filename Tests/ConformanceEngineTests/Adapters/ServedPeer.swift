import Foundation
import MessagingCore

@testable import MessagingConformance

/// A process that is none: the answers come from a server in this process, or from a script.
final class ServedPeer: AdapterPeer {
  /// What becomes of a line on its way.
  typealias Bend = @Sendable (String) -> String

  private let queue = DispatchQueue(label: "served peer")
  private let answer: @Sendable ([UInt8]) -> Void

  init(_ answer: @escaping @Sendable ([UInt8]) -> Void) { self.answer = answer }

  func write(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
    queue.async { self.answer(line) }
    return true
  }

  func kill() {}

  var lastWords: [String] { [] }

  /// A subject whose parts are asked over lines.
  ///
  /// - Parameters:
  ///   - heard: called with each request.
  ///   - bend: changes each answer.
  static func subject(
    _ subject: any ConformanceSubject, heard: @escaping @Sendable (String) -> Void = { _ in },
    bend: @escaping Bend = { $0 }
  ) async throws -> CommandSubject {
    try await CommandSubject(command: "served", timeLimit: .seconds(60)) { onLine, _ in
      let server = AdapterServer(subject) { line in
        onLine(Array(bend(String(decoding: line, as: UTF8.self)).utf8))
      }
      return ServedPeer { line in
        heard(String(decoding: line, as: UTF8.self))
        try? server.hearPure(line)
      }
    }
  }

  /// A subject that answers what a script says, and notes what it is asked.
  static func scripted(
    _ answers: [String], heard: @escaping @Sendable (String) -> Void
  ) async throws -> CommandSubject {
    let next = Locked(answers[...])
    return try await CommandSubject(command: "scripted", timeLimit: .seconds(60)) { onLine, _ in
      ServedPeer { line in
        heard(String(decoding: line, as: UTF8.self))
        if let answer = next.withLock({ $0.popFirst() }) { onLine(Array(answer.utf8)) }
      }
    }
  }
}
