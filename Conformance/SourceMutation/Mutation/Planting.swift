package import SourceFaults

/// The faults that are in the copy, by the number that switches each on.
package struct Planting: Sendable {
  /// Number 1 is the first.
  package let faults: [Fault]
  /// What did not compile.
  package let dropped: [Fault]
  /// How often it was built.
  let rounds: Int

  /// How often it is built again without what did not compile.
  private static let triesMax = 12

  /// Builds the copy with the first faults of each list that compile.
  ///
  /// - Parameter tell: is called with what is going on.
  package init(
    _ lists: [Sampler.Pending], in copy: ScratchCopy, tree: SourceTree, tell: (String) -> Void
  ) async throws {
    var beds = lists.map(Bed.init)
    for round in 1...Self.triesMax {
      // The last rounds only take away.
      let isOpen = round <= Self.triesMax / 2
      if isOpen { for index in beds.indices { beds[index].fill() } }
      let chosen = beds.flatMap(\.chosen)
      tell("building with \(chosen.count) faults, round \(round)")
      let files = Self.files(of: chosen, in: tree)
      try copy.write(files, count: chosen.count)
      let errors = try await copy.build()
      if errors.isEmpty {
        if isOpen, beds.contains(where: \.isShort) { continue }
        faults = chosen
        dropped = beds.flatMap(\.dropped)
        rounds = round
        return
      }
      var culprits = try Self.culprits(errors, in: files).map { chosen[$0 - 1].name }
      if !isOpen {
        // What the error is about was not found so far: the file goes without faults.
        let paths = Set(errors.map(\.path))
        culprits += chosen.map(\.name).filter { paths.contains($0.path) }
      }
      for index in beds.indices { beds[index].drop(Set(culprits)) }
    }
    throw MutationError(description: "after \(Self.triesMax) rounds the copy does not build")
  }

  /// The faults of one list: those that stand in the copy, and those that may follow.
  private struct Bed {
    private let wanted: Int
    private var rest: ArraySlice<Fault>
    private(set) var chosen: [Fault] = []
    private(set) var dropped: [Fault] = []

    init(_ list: Sampler.Pending) {
      wanted = list.wanted
      rest = list.candidates[...]
    }

    var isShort: Bool { chosen.count < wanted && !rest.isEmpty }

    /// Takes what is missing, and some more for those that will not compile.
    mutating func fill() {
      guard isShort else { return }
      let missing = wanted - chosen.count
      let more = rest.prefix(missing + missing / 3 + 1)
      rest = rest.dropFirst(more.count)
      chosen += more
    }

    mutating func drop(_ names: Set<Fault.Name>) {
      dropped += chosen.filter { names.contains($0.name) }
      chosen.removeAll { names.contains($0.name) }
    }
  }

  private static func files(of faults: [Fault], in tree: SourceTree) -> [String: PlantedFile] {
    let numbered = faults.enumerated().map { (number: $0.offset + 1, fault: $0.element) }
    return Dictionary(grouping: numbered, by: \.fault.name.path).mapValues { group in
      PlantedFile(group, in: tree.text(group[0].fault.name.path))
    }
  }

  /// The numbers of the faults that the errors are about.
  private static func culprits(
    _ errors: [CompilerError], in files: [String: PlantedFile]
  ) throws -> Set<Int> {
    var culprits: Set<Int> = []
    for error in errors {
      culprits.formUnion(files[error.path]?.faults(line: error.line, column: error.column) ?? [])
    }
    guard !culprits.isEmpty else {
      let first = errors[0]
      throw MutationError(
        description: "the unchanged code does not compile: "
          + "\(first.path):\(first.line):\(first.column): \(first.message)")
    }
    return culprits
  }
}
