/// Makes random histories of downloads, as lines of a `load` block.
struct DownloadHistory {
  private var random: SeededRandom

  init(random: SeededRandom) { self.random = random }

  /// The number of leading lines that are settings. They stay when a history is shortened.
  static let settings = 12

  /// The lines at the end of every history.
  static let ending = ["comes", "? outcome = well"]

  /// A history with random events in any order, after which everything must be well.
  mutating func lines(length: Int) -> [String] {
    let budget = [60, 120, 250][random.below(3)]
    var lines = [
      "load-policy places=\(1 + random.below(3)) budget=\(budget) unknown=40 silence=5s wrong=2"
        + (random.chance(1, of: 3) ? " jitter=0.5" : "")
    ]
    for number in 1...6 {
      let size = 5 + random.below(35)
      lines.append("holds p\(number) \(size)\(random.chance(1, of: 3) ? " untold" : "")")
    }
    for number in 1...3 { lines.append("holds t\(number) \(5 + random.below(10))") }
    lines += ["loose", "online"]
    for _ in 0..<length { lines.append(line()) }
    return lines
  }

  private mutating func line() -> String {
    switch random.below(40) {
    case 0..<10: wishes()
    case 10..<17: "gives \(file()) \(1 + random.below(20))"
    case 17..<22: "gives \(file())"
    case 22..<30: "works"
    case 30: "tick"
    case 31: "leap \(random.below(4_000))ms"
    case 32: random.chance(1, of: 12) ? "sign-out" : "killed"
    default: trouble()
    }
  }

  private mutating func trouble() -> String {
    let file = file()
    return pick([
      "offline", "online", "online", "killed", "ends \(file)",
      "stores \(file) \(1 + random.below(20))", "breaks \(file) transient 503",
      "breaks \(file) transient 429 after=10s", "breaks \(file) refused 404",
      "breaks \(file) offline", "breaks \(file) offset", "breaks \(file) unauthorized",
      "breaks \(file) unauthorized", "breaks \(file) refused 410", "sign-in", "sign-in",
      "disk full", "disk broken", "disk unreadable", "disk full unreadable",
      "disk broken unreadable", "disk fine", "disk fine", "disk fine",
      "run-again", "insist \(file)", "missing \(file)", "own \(file)",
    ])
  }

  private mutating func wishes() -> String {
    let screen = 1 + random.below(3)
    let count = random.below(5)
    guard count > 0 else { return "wish none screen=\(screen)" }
    let words = (0..<count).map { _ in
      let size = random.chance(1, of: 6) ? ":?" : random.chance(1, of: 10) ? ":\(said())" : ""
      return file() + size + (random.chance(1, of: 2) ? "+\(1 + random.below(9))" : "")
    }
    return "wish \(words.joined(separator: " ")) screen=\(screen)"
  }

  /// File sizes that a message may wrongly name.
  private mutating func said() -> Int { [-1, 1, 4, 50, 1_000_000, .max][random.below(6)] }

  private mutating func file() -> String {
    let number = random.below(9)
    return number < 6 ? "p\(number + 1)" : "t\(number - 5)"
  }

  private mutating func pick(_ lines: [String]) -> String { lines[random.below(lines.count)] }
}
