/// A decoder or a parser, and what has to hold whatever bytes it is given.
///
/// That it does not crash and comes to an end is one part of it. What is accepted has to be written
/// as it was read; what is refused has to be refused at a place in it, and without quoting it.
public struct FuzzTarget: Sendable {
  /// A word that stands in no message of ours. Where it stands in an input, in a text of somebody,
  /// no error may repeat it.
  public static let secret = "rosebud-7391"

  /// A few words with dashes.
  public let name: String
  /// Files and folders below the root of the repository to begin with.
  public let seeds: [String]
  /// Whether files are taken apart into lines, each of them an input.
  public let takesLines: Bool
  /// What is wrong with what became of an input; `nil` if nothing is.
  public let problem: @Sendable ([UInt8]) -> String?

  init(
    _ name: String, seeds: [String], takesLines: Bool = false,
    problem: @escaping @Sendable ([UInt8]) -> String?
  ) {
    (self.name, self.seeds, self.takesLines) = (name, seeds, takesLines)
    self.problem = problem
  }

  /// Every target there is.
  public static let all: [FuzzTarget] = [
    .canonical, .spec, .fixture, .knownFailures, .patterns, .adapterLine, .adapterForm, .json,
    .serverAnswer,
  ]

  /// The target with a name.
  public static subscript(name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

extension FuzzTarget {
  /// Whether a refusal stands at a place of the input and keeps what people wrote to itself.
  static func problem(ofRefusal error: some Error, at offset: Int, in bytes: [UInt8]) -> String? {
    guard (0...bytes.count).contains(offset) else {
      return "byte \(offset) of \(bytes.count) is refused"
    }
    return "\(error)".contains(secret) ? "the error quotes what was read" : nil
  }
}
