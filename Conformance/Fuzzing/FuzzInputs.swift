public import Foundation

/// The inputs that lie in the repository: what a fuzzer begins with, and what one has found.
public struct FuzzInputs: Sendable {
  private let root: URL

  /// - Parameter root: of the repository.
  public init(root: URL) { self.root = root }

  /// What a target begins with, in the order of files and lines; no input twice.
  public func seeds(of target: FuzzTarget) -> [[UInt8]] {
    var known: Set<[UInt8]> = []
    return target.seeds.flatMap { files(below: $0) }.flatMap { file -> [[UInt8]] in
      guard let bytes = try? [UInt8](Data(contentsOf: file)) else { return [] }
      return target.takesLines
        ? FuzzInputs.values(in: bytes) : [bytes] + FuzzInputs.pieces(of: bytes)
    }.filter { $0.count <= 65_536 && known.insert($0).inserted }
  }

  /// What fuzzers found in a target, by the name of the file that says what it was.
  public func found(in target: FuzzTarget) -> [(name: String, bytes: [UInt8])] {
    files(below: "Conformance/Fuzzing/Found/\(target.name)").compactMap { file in
      (try? Data(contentsOf: file)).map { (file.lastPathComponent, [UInt8]($0)) }
    }
  }

  /// The values in a file: each line, and what follows the first word of each.
  static func values(in bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n")).flatMap { line -> [[UInt8]] in
      let rest = line.drop { $0 != UInt8(ascii: " ") }.dropFirst()
      return rest.isEmpty ? [Array(line)] : [Array(line), Array(rest)]
    }
  }

  /// Each requirement of a file of the Spec; of another, the first line with every twenty others.
  /// What is short is tried more often than a whole file.
  static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, lines.count > 20 else { return [] }
    let isAnchor = { (line: ArraySlice<UInt8>) in line.starts(with: "<a id=".utf8) }
    let hasAnchors = lines.contains(where: isAnchor)
    var pieces: [[ArraySlice<UInt8>]] = []
    for line in lines.dropFirst() {
      if hasAnchors ? isAnchor(line) : (pieces.last?.count ?? .max) > 20 {
        pieces.append(hasAnchors ? [] : [first])
      }
      guard !pieces.isEmpty else { continue }
      pieces[pieces.count - 1].append(line)
    }
    return pieces.prefix(200).map { Array($0.joined(separator: [UInt8(ascii: "\n")])) + [0x0A] }
  }

  /// The files at a path, in the order of their names; without databases, which are no texts.
  private func files(below path: String) -> [URL] {
    let start = root.appendingPathComponent(path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: start.path, isDirectory: &isFolder) else {
      return []
    }
    guard isFolder.boolValue else { return [start] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: start.path)) ?? []
    return names.sorted().filter { $0 != "databases" && !$0.hasPrefix(".") }
      .flatMap { files(below: "\(path)/\($0)") }
  }
}
