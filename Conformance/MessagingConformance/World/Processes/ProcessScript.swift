internal import Foundation
internal import MessagingModel

/// What a process does with a store before it is killed. It is passed to the process in a file.
package struct ProcessScript: Codable, Sendable {
  /// When the process is killed.
  enum End: Codable, Hashable, Sendable {
    /// As soon as the last batch is answered.
    case answer
    /// Before the storage operation with this number, from 1, of the last batch; after the answer
    /// if there are fewer operations.
    case operation(Int)
    /// This many microseconds after the last batch began, at least 1.
    case moment(Int)
  }

  /// The subject's type, mangled. The two processes share only the program.
  let subject: String
  /// The folder of the store.
  let directory: String
  let seed: UInt64
  /// The changes to apply, in canonical form.
  let batches: [[String]]
  let end: End

  init(
    _ subject: any FileSubject, in environment: ConformanceEnvironment, _ batches: [[Change]],
    until end: End
  ) throws {
    guard let name = _mangledTypeName(type(of: subject)) else {
      throw SubjectError(
        description: "another process cannot create \(subject.name): its type has no name")
    }
    self.subject = name
    directory = environment.directory.path
    seed = environment.seed
    self.batches = batches.map { $0.map { String(decoding: $0.canonical, as: UTF8.self) } }
    self.end = end
  }

  /// Creates the subject in this process.
  func makeSubject() throws -> any FileSubject {
    guard let type = _typeByName(subject) as? any FileSubject.Type else {
      throw SubjectError(description: "this program has no subject \(subject)")
    }
    return type.init()
  }

  /// Reads the changes of a batch.
  func changes(_ batch: [String]) throws -> [Change] {
    try batch.map { try Change(canonical: Array($0.utf8)) }
  }
}

/// The reports of a killed process.
struct ProcessRecord: Sendable {
  /// One report, written before the event happens, except for answers.
  enum Line: Codable, Sendable {
    case opened
    case began
    /// The answer to a batch: the number of operations and of microseconds that it took.
    case answered(operations: Int, microseconds: Int)
    case refused(String)
    /// The process is killed before this operation.
    case operation(Int, String)
    case broken(String)
  }

  private let lines: [Line]

  init(_ lines: [Line]) { self.lines = lines }

  /// Reads the reports. Ignores a line that was cut off.
  init(_ text: Data) {
    lines = text.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Line.self, from: $0)
    }
  }

  /// The number of batches that were answered without an error.
  var answerCount: Int { answers.count }

  /// The operations and microseconds of the last answer; `nil` if there is none.
  var lastAnswer: (operations: Int, microseconds: Int)? { answers.last }

  /// The operation before which the process was killed; `nil` if there is none.
  var operation: (number: Int, name: String)? {
    for case .operation(let number, let name) in lines { return (number, name) }
    return nil
  }

  /// Why the process could not play the script; `nil` if it could.
  var trouble: String? {
    for line in lines {
      switch line {
      case .broken(let text): return text
      case .refused(let code): return "a batch was refused with \(code)"
      case .opened, .began, .answered, .operation: continue
      }
    }
    return nil
  }

  private var answers: [(operations: Int, microseconds: Int)] {
    lines.compactMap {
      guard case .answered(let operations, let microseconds) = $0 else { return nil }
      return (operations, microseconds)
    }
  }
}
