internal import ArgumentParser
internal import ConformanceProof
internal import Foundation
internal import MessagingConformance

struct MutantsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutants",
    abstract: "Shows that the suite catches faults: which requirement catches which mutant.",
    discussion: """
      A mutant is the reference with one small, plausible fault. Each must be caught by exactly \
      the requirement that names it in the Spec. Status 1 if one survives or is caught elsewhere.

      Each mutant runs against everything, including properties and crash sweeps of other \
      requirements. --write writes the quicker proof without those, which continuous integration \
      compares. The last line shows how many cases ran and how long they took; no file contains a \
      time.
      """)

  @OptionGroup var spec: SpecOptions

  @Argument(help: "Mutants to run. (default: all)")
  var names: [String] = []

  @Flag(help: "Write Conformance/kill-matrix.txt and Conformance/mutants.md here.")
  var write = false

  func run() async throws {
    let spec = try spec.load()
    let chosen = try names.isEmpty ? MutantCatalogue.all : names.map(mutant)
    // More than there are cores: some cases wait for a time in which nothing may happen.
    let width = 2 * max(1, ProcessInfo.processInfo.activeProcessorCount)
    let clock = ContinuousClock()
    let start = clock.now
    let matrix = try await KillMatrix(
      spec, mutants: chosen, width: width, evidence: write ? .withoutSweeps : .all
    ) { row in
      print("\(row.isExact ? "ok " : "BAD") \(row)")
      // If mutants are named, print how they were caught.
      if row.isExact, !names.isEmpty { print("    \(row.messages[row.mutant.kills] ?? "")") }
    }
    print(matrix.footer(elapsed: clock.now - start))
    if names.isEmpty, write {
      try Console.write(matrix.text, to: "Conformance/kill-matrix.txt")
      try Console.write(MutantCatalogue.page, to: "Conformance/mutants.md")
    }
    let problems =
      names.isEmpty ? matrix.problems : matrix.rows.filter { !$0.isExact }.map(\.description)
    guard problems.isEmpty else {
      for problem in problems { Console.error("error: \(problem)") }
      throw ExitCode(Verdict.violated.exitCode)
    }
  }

  private func mutant(_ name: String) throws -> Mutant {
    guard let mutant = MutantCatalogue[name] else {
      throw Console.unknown("mutant", name, known: MutantCatalogue.all.map(\.name))
    }
    return mutant
  }
}
