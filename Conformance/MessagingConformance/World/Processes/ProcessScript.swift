internal import Foundation
internal import MessagingModel

/// What a process does with a store before it is killed, as it is told through a file.
package struct ProcessScript: Codable, Sendable {
  /// Where the process is killed.
  enum End: Codable, Hashable, Sendable {
    /// As soon as the last batch is answered.
    case answer
    /// Before the storage operation of the last batch that has this number, from 1; after the
    /// answer if there are not so many.
    case operation(Int)
    /// So many microseconds after the last batch began, at least 1.
    case moment(Int)
  }

  /// The subject's type, mangled: all that the two processes have in common is the program.
  let subject: String
  /// The folder in which the store lies.
  let directory: String
  let seed: UInt64
  /// The changes that are applied, in canonical form.
  let batches: [[String]]
  let end: End

  init(
    _ subject: any FileSubject, in environment: ConformanceEnvironment, _ batches: [[Change]],
    until end: End
  ) throws {
    guard let name = _mangledTypeName(type(of: subject)) else {
      throw SubjectError(description: "\(subject.name): its type has no name")
    }
    self.subject = name
    directory = environment.directory.path
    seed = environment.seed
    self.batches = batches.map { $0.map { String(decoding: $0.canonical, as: UTF8.self) } }
    self.end = end
  }

  /// The subject in this process.
  func makeSubject() throws -> any FileSubject {
    guard let type = _typeByName(subject) as? any FileSubject.Type else {
      throw SubjectError(description: "this program has no subject \(subject)")
    }
    return type.init()
  }

  /// The changes of a batch.
  func changes(_ batch: [String]) throws -> [Change] {
    try batch.map { try Change(canonical: Array($0.utf8)) }
  }
}

/// What a killed process had said.
struct ProcessRecord: Sendable {
  /// A line of it; said before the thing happens, but for what is answered.
  enum Line: Codable, Sendable {
    case opened
    case began
    /// The answer to a batch: how many operations it took, and how many microseconds.
    case answered(operations: Int, microseconds: Int)
    case refused(String)
    /// Killed before this operation.
    case operation(Int, String)
    case broken(String)
  }

  private let lines: [Line]

  init(_ lines: [Line]) { self.lines = lines }

  /// Reads what was said; of a line that was cut off nothing.
  init(_ text: Data) {
    lines = text.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Line.self, from: $0)
    }
  }

  /// How many batches were answered without an error.
  var answerCount: Int { answers.count }

  /// What the last answer took.
  var lastAnswer: (operations: Int, microseconds: Int)? { answers.last }

  /// The operation before which the process was killed.
  var operation: (number: Int, name: String)? {
    for case .operation(let number, let name) in lines { return (number, name) }
    return nil
  }

  /// Why the process could not do what it was told.
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
