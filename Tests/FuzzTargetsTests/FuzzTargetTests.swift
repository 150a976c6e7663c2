import Foundation
import FuzzTargets
import Testing

/// What fuzzers begin with, what they found once, and what a few thousand damaged inputs do.
@Suite struct FuzzTargetTests {
  private static let inputs = FuzzInputs(
    root: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent())

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `what a fuzzer begins with holds`(_ name: String) throws {
    let target = try #require(FuzzTarget[name])
    let seeds = Self.inputs.seeds(of: target)
    #expect(seeds.count >= 3)
    for seed in seeds {
      if let problem = target.problem(seed) {
        Issue.record("\(problem): \(String(decoding: seed.prefix(200), as: UTF8.self))")
      }
    }
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `what was found once is mended`(_ name: String) throws {
    let target = try #require(FuzzTarget[name])
    for (file, bytes) in Self.inputs.found(in: target) {
      #expect(target.problem(bytes) == nil, "\(file)")
    }
  }

  @Test func `what was found names a target that there is`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Conformance/Fuzzing/Found").standardizedFileURL
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let known = Set(FuzzTarget.all.map(\.name)).union(["README.md"])
    #expect(Set(names).subtracting(known) == [])
  }

  /// Whoever calls himself for each level has a stack that ends: a segmentation fault, once.
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `what is nested too deep is refused`(_ name: String) throws {
    let target = try #require(FuzzTarget[name])
    for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"{"messages":["#, "]}"), ("> ", "")] {
      let text = String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000)
      #expect(target.problem(Array(text.utf8)) == nil, "\(open)")
    }
  }

  @Test func `a target has a name of its own`() {
    let names = FuzzTarget.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(FuzzTarget["no such target"] == nil)
  }

  /// The search itself needs libFuzzer; these few need nothing, and see that targets see.
  @Test func `an input that is damaged is refused or read, and nothing else`() throws {
    for target in FuzzTarget.all {
      for seed in Self.inputs.seeds(of: target).prefix(40) where seed.count < 4_000 {
        for place in stride(from: 0, to: seed.count, by: max(1, seed.count / 8)) {
          var damaged = seed
          damaged[place] ^= 0x41
          let problem = target.problem(damaged) ?? target.problem(Array(seed[..<place]))
          #expect(problem == nil, "\(target.name), byte \(place)")
        }
      }
    }
  }
}
