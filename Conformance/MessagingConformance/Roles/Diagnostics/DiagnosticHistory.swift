/// Makes random logs of a screen, as lines of a `diag` block.
struct DiagnosticHistory {
  private var random: SeededRandom
  private var page = 0
  private var revision = 0

  init(random: SeededRandom) { self.random = random }

  mutating func lines(length: Int) -> [String] { (0..<length).map { _ in line() } }

  private mutating func line() -> String {
    switch random.below(25) {
    case 0, 1, 2:
      let times = ["1ms", "50ms", "150ms", "200ms", "299ms", "300ms", "1s", "2s", "59s", "60s"]
      return "advance \(pick(times))"
    case 3: return "comes-in"
    case 4, 5: return "scrolls-on"
    case 6: return "finger \(pick(["yes", "no", "no"]))"
    case 7: return "wishes-for \(why())"
    case 8, 9, 10: return "older-rows" + change()
    case 11, 12: return "other-rows" + change()
    case 13: return "corrects \(length())"
    case 14: return "scrolls-by \(why()) \(length()) away=\(pick(["0", "50", "50.01", "300"]))"
    case 15, 16:
      page += 1
      return "asks-page \(page) \(pick(["older", "older", "newer", "same"]))"
    case 17, 18:
      let number = max(1, page - random.below(3))
      return pick([
        "page-comes \(number) rows=0", "page-comes \(number) rows=\(random.below(3))",
        "page-fails \(number)", "page-unwanted \(number)",
      ])
    case 19, 20:
      revision += 1
      return "commit-of \(revision)\(pick([" metadata", " metadata", ""]))"
    case 21, 22: return update()
    case 23: return "frame-takes \(pick(["0", "400", "16667", "16668", "90000"]))"
    default:
      return pick([
        "runs-out", "pages-compared same", "pages-compared different",
        "pages-compared impossible", "looks-the-same \(revision)", "log-loses 2",
        "flags-off identity paging", "another-log",
      ])
    }
  }

  private mutating func change() -> String {
    var words = ""
    if random.chance(3, of: 4) { words += " delta=\(length())" }
    if random.chance(1, of: 2) { words += " residual=\(length())" }
    if random.chance(1, of: 2) { words += " at-limit" }
    if random.chance(1, of: 5) { words += " reset" }
    if random.chance(1, of: 6) { words += " uncompared" }
    if random.chance(1, of: 6) { words += " nameless" }
    guard random.chance(1, of: 2) else { return words }
    words += " writes=\(length())"
    if random.chance(1, of: 3) { words += " scrolls=\(why()) away=\(pick(["0", "50", "51"]))" }
    return words
  }

  private mutating func update() -> String {
    let upTo = max(0, revision - random.below(3))
    let reason = pick(["local", "jump", "merged", "page", "news", "news"])
    let (sent, replaced) = (random.below(3), random.below(2))
    return "update-of \(upTo) \(reason) arrivals=\(random.below(3)) measured=\(random.below(3))"
      + " sent=\(sent) replaced=\(min(sent, replaced)) misplaced=\(random.below(2))"
  }

  private mutating func length() -> String {
    pick(["0", "0.25", "1", "-1", "2", "-2.5", "6", "-6", "7", "30", "-30", "\(random.below(900))"])
  }

  private mutating func why() -> String { pick(["initial", "follow", "sent", "jump", "end"]) }

  private mutating func pick(_ words: [String]) -> String { words[random.below(words.count)] }
}
