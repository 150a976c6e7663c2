internal import Foundation

/// What a run of the suite found out, by requirement, from its `results.jsonl`.
public struct Verdicts: Sendable {
  /// The outcome of a requirement on a subject.
  struct Outcome: Hashable {
    let subject: String
    /// As the report writes it: `pass`, `fail`, `blocked`.
    let name: String
  }

  /// Nothing is known.
  public static let none = Verdicts()

  /// By id, in the order of the subjects.
  private(set) var outcomes: [String: [Outcome]] = [:]
  /// The subjects of the run, with their verdicts.
  private(set) var subjects: [Outcome] = []
  /// `suite 0.1, spec 0.1, seed 1, debug build`; empty if there was no run.
  private(set) var run = ""

  private init() {}

  /// Reads the results of a whole run.
  ///
  /// - Throws: if it is none, ran under a selection, or did not come to its end.
  public init(jsonLines text: String) throws {
    var isComplete = false
    let decoder = JSONDecoder()
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n")).enumerated() {
      let data = Data(line)
      do {
        switch try decoder.decode(Kind.self, from: data).record {
        case "header":
          let header = try decoder.decode(Header.self, from: data)
          guard header.selection.isEmpty else {
            throw SiteError(description: "the results cover a part of the suite; run all of it")
          }
          run =
            "suite \(header.suite), spec \(header.spec), seed \(header.seed), "
            + "\(header.build) build"
        case "requirement":
          let record = try decoder.decode(Requirement.self, from: data)
          outcomes[record.id] = record.outcomes.sorted { $0.key < $1.key }
            .map { Outcome(subject: $0.key, name: $0.value) }
        case "footer":
          let footer = try decoder.decode(Footer.self, from: data)
          isComplete = footer.complete
          subjects = footer.verdicts.sorted { $0.key < $1.key }
            .map { Outcome(subject: $0.key, name: $0.value) }
        default: break  // foreign: a file; cases and problems are not shown
        }
      } catch let error as SiteError {
        throw error
      } catch {
        throw SiteError(description: "line \(index + 1) is not a line of results")
      }
    }
    guard isComplete else {
      throw SiteError(description: "the run did not come to its end; run it again")
    }
  }

  private struct Kind: Decodable { let record: String }

  private struct Header: Decodable {
    let suite: String
    let spec: String
    let seed: String
    let build: String
    let selection: [String]
  }

  private struct Requirement: Decodable {
    let id: String
    let outcomes: [String: String]
  }

  private struct Footer: Decodable {
    let complete: Bool
    let verdicts: [String: String]
  }
}

/// What keeps the site from being built, in a sentence.
public struct SiteError: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) { self.description = description }
}
