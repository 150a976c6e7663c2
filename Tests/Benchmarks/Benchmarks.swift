import Foundation

/// Prints how the SQLite repository compares with what is below it.
@main
enum Benchmarks {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let rowCount = take("--rows", from: &arguments) ?? 1_000_000
    let rounds = take("--rounds", from: &arguments) ?? 200
    let known = [
      "pages", "first", "offset", "receive", "fill", "observe", "diff", "shuffle", "growth", "rows",
      "anchor", "send", "first-byte", "catch-up", "live", "gaps", "open", "watch", "screen",
    ]
    let unknown = arguments.filter { !known.contains($0) }
    guard unknown.isEmpty else {
      print("unknown: \(unknown.joined(separator: " ")). Known: \(known.joined(separator: " "))")
      exit(64)
    }
    let names = arguments.isEmpty ? known : arguments
    let folder = URL(fileURLWithPath: ".build/benchmarks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let world = World(folder: folder, rowCount: rowCount)
    exit(try await measure(names, in: world, rounds: rounds) ? 0 : 1)
  }

  /// Not on the main actor, which all work would have to be waited for by: two changes of threads
  /// would be added to each time, however short.
  @concurrent
  private static func measure(
    _ names: [String], in world: World, rounds: Int
  ) async throws -> Bool {
    if !Set(names).isDisjoint(with: ["pages", "first", "offset", "receive", "open"]) {
      try await world.fill()
    }
    var isMet = true
    for name in names {
      if name == "send" || name == "first-byte" {
        // Rates, not contenders in turns: a run of its own for each store.
        try await name == "send"
          ? sendRates(world) : firstByte(world, rounds: min(rounds, 200))
        continue
      }
      if name == "gaps" {
        try await gapFigures(world)
        continue
      }
      if name == "screen" {
        try await openMemory(world)
        try await liveScreenFigures(world, messages: rounds * 5)
        continue
      }
      if let matches = try diffMatches(name) ?? scrollMatches(name) {
        for var match in matches {
          let met = try await match.run(rounds: rounds)
          isMet = isMet && met
        }
        continue
      }
      var match: Match
      switch name {
      case "pages": match = try await pageMatch(world)
      case "first": match = try await firstPageMatch(world)
      case "offset": match = try await offsetMatch(world)
      case "receive": match = try await receiveMatch(world)
      case "observe": match = try await observeMatch(world)
      case "live": match = try await liveMatch(world)
      case "watch": match = try await watchMatch(world)
      case "open":
        try await openingCosts(world)
        match = try await openMatch(world)
      case "catch-up":
        try await catchUpMemory(world)
        match = catchUpMatch(world)
      default: match = try await fillMatch(world)
      }
      let met = try await match.run(
        rounds: ["fill", "offset", "catch-up"].contains(name) ? max(1, rounds / 60) : rounds)
      isMet = isMet && met
    }
    return isMet
  }

  /// Those that need no store.
  private static func scrollMatches(_ name: String) throws -> [Match]? {
    let sizes = [5_000, 100_000, 1_000_000]
    switch name {
    case "rows": return try sizes.map(rowLooks) + sizes.map(rowChanges)
    case "anchor": return sizes.map(anchorMatch)
    default: return nil
    }
  }

  private static func take(_ name: String, from arguments: inout [String]) -> Int? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    let value = Int(arguments[index + 1])
    arguments.removeSubrange(index...(index + 1))
    return value
  }
}
