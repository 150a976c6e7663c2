public import Foundation
import SpecCorpus

/// An error: the Spec cannot be used.
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// All mistakes, in file order.
  package let diagnostics: [Diagnostic]

  /// One line for each mistake.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// The whole Spec: every requirement with its prose and its evidence.
public struct Spec: Hashable, Sendable {
  /// The files, by name.
  package let files: [SpecFile]
  /// All requirements by id, including withdrawn ones.
  package let requirements: [Requirement]

  /// Reads texts by file name.
  ///
  /// - Throws: ``SpecError`` if a text is malformed or an id appears twice.
  /// - Complexity: O(*n*) in the length of the texts.
  public init(texts: [String: String]) throws(SpecError) {
    files = texts.sorted { $0.key < $1.key }.map { SpecFile(name: $0.key, text: $0.value) }
    requirements = files.flatMap(\.requirements).sorted { $0.id < $1.id }
    let problems = files.flatMap(\.diagnostics) + Spec.duplicates(in: requirements)
    guard problems.isEmpty else { throw SpecError(diagnostics: problems.inFileOrder()) }
  }

  /// Reads the `.md` files of a folder.
  ///
  /// - Throws: ``SpecError`` if a file cannot be read or is malformed, or if the folder has no
  ///   requirement.
  public init(directory: URL) throws(SpecError) {
    var texts: [String: String] = [:]
    do {
      let entries = try FileManager.default.contentsOfDirectory(
        at: directory, includingPropertiesForKeys: nil)
      for file in entries where file.pathExtension == "md" {
        let name = file.lastPathComponent
        texts[name] = try Spec.text(of: try Data(contentsOf: file), in: name)
      }
    } catch let error as SpecError {
      throw error
    } catch {
      let place = FileLine(file: directory.lastPathComponent, line: 1)
      let message = "the Spec cannot be read: \(error.localizedDescription)"
      throw SpecError(diagnostics: [Diagnostic(place, message)])
    }
    try self.init(texts: texts)
    guard requirements.isEmpty else { return }
    let place = FileLine(file: directory.lastPathComponent, line: 1)
    let message = "no requirement is in this folder; give the folder that contains REPO.md"
    throw SpecError(diagnostics: [Diagnostic(place, message)])
  }

  /// Decodes bytes as UTF-8. The error names the file and the first line that is not UTF-8.
  private static func text(of data: Data, in file: String) throws(SpecError) -> String {
    if let text = String(data: data, encoding: .utf8) { return text }
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let index = lines.firstIndex { String(data: Data($0), encoding: .utf8) == nil } ?? 0
    let place = FileLine(file: file, line: index + 1)
    throw SpecError(
      diagnostics: [Diagnostic(place, "this line is not UTF-8; save the file as UTF-8")])
  }

  /// Returns the Spec that is bundled with this package. It is read only once.
  ///
  /// - Throws: ``SpecError`` if the bundled files cannot be read.
  public static func bundled() throws(SpecError) -> Spec { try readOnce.get() }

  private static let readOnce = Result { () throws(SpecError) in
    try Spec(directory: SpecCorpus.directory)
  }

  /// The requirement with an id; `nil` if there is none.
  package subscript(id: RequirementID) -> Requirement? {
    requirements.first { $0.id == id }
  }

  private static func duplicates(in requirements: [Requirement]) -> [Diagnostic] {
    var first: [RequirementID: Requirement] = [:]
    return requirements.compactMap { requirement in
      guard let known = first.updateValue(requirement, forKey: requirement.id) else { return nil }
      return Diagnostic(
        requirement.location, "\(requirement.id) is already at \(known.location); ids are unique")
    }
  }
}
