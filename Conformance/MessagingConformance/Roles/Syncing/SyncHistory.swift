/// Makes random histories of syncing, as lines of a `sync` block.
struct SyncHistory {
  private var random: SeededRandom
  private let family: SyncFamily
  /// Whether updates get lost on an open connection. Without numbers, one that was lost is found by
  /// a whole answer alone, so that such a server leaves nothing out and forgets no token.
  private let losesUpdates: Bool
  private var messages = 0
  private var ours = 0
  private var callers = 0

  init(_ family: SyncFamily, random: SeededRandom) {
    var random = random
    self.family = family
    losesUpdates = family == .numbered || (family == .pushed && random.chance(1, of: 2))
    self.random = random
  }

  /// So many lines at the beginning say what is played with, and stay when a history is shrunk.
  static let settings = 3

  /// What every history ends with.
  static let ending = ["calm", "? whole = told"]

  private var tellsAll: Bool { family == .pushed && losesUpdates }

  /// A history in which anything may happen in any order, and after which everything must be well.
  mutating func lines(length: Int) -> [String] {
    // With a stream that is asked when it is quiet, and with one that waits to be told.
    let quiet = random.chance(1, of: 2) ? " quiet=2s" : ""
    var lines = [
      "family \(family.rawValue) limit=3 page=3", "sync-policy buffer=4\(quiet)", "loose", "online",
    ]
    for _ in 0..<length { lines += line() }
    return lines
  }

  private mutating func line() -> [String] {
    switch random.below(52) {
    case 0..<18: ["turn \(random.below(6))"]
    case 18..<24: somebodyWrites()
    case 24..<28: somebodyChanges()
    case 28, 29: ownerWrites()
    case 30..<33: somebodyScrolls()
    case 33..<36: ["tick"]
    case 36..<38: ["leap \(random.below(3_000))ms"]
    case 38..<46: trouble()
    case 46, 47: ownerReads()
    case 48: [pick(["types ann", "types ann stops", "touch-key", "stop-typing", "seen ann @9"])]
    default: [pick(["dies", "dies stored", family == .lists ? "dies" : "dies late"])]
    }
  }

  private mutating func trouble() -> [String] {
    var all = [
      "disconnect", "offline", "online", "online", "woken", "hint",
      "fail-next answer transient 503",
      "lose-next answer", "fail-next page transient 503", "lose-next page",
      "fail-next link transient closed", "fail-next report transient 503", "lose-next report",
      "store-fails writes=1", "store-fails reads=1", "told-again", "well",
    ]
    if !tellsAll { all += ["faulty leaves-out", "faulty leaves-out", "forget-tokens"] }
    if family == .polled || family == .numbered { all += ["other-process"] }
    if losesUpdates { all += ["lose-next updates 1", "lose-next updates 1"] }
    return [pick(all)]
  }

  private mutating func somebodyWrites() -> [String] {
    messages += 1
    // What it answers to may be in another conversation, or not written yet.
    let answered = 1 + random.below(messages + 1)
    let answer = pick(["", "", " reply=s\(answered)", " thread=s\(answered)"])
    return ["write s\(messages) \"m\(messages)\"\(answer)\(place(messages))"]
  }

  private mutating func somebodyChanges() -> [String] {
    guard messages > 0 else { return somebodyWrites() }
    let number = 1 + random.below(messages)
    return [pick(["edits s\(number) \"e\(random.below(100))\"", "deletes s\(number)"])]
  }

  /// Here, or on another device; of what may not be here.
  private mutating func ownerReads() -> [String] {
    guard messages > 0 else { return somebodyWrites() }
    let number = 1 + random.below(messages)
    return [
      random.chance(3, of: 4) ? "read s\(number)\(place(number))" : "reads s\(number) by=me"
    ]
  }

  /// The server takes what we write; the answer to that may be lost.
  private mutating func ownerWrites() -> [String] {
    messages += 1
    ours += 1
    let place = place(messages)
    return [
      "send c\(ours) \"mine \(ours)\"\(place)",
      "take c\(ours) s\(messages)\(random.chance(1, of: 4) ? " unheard" : "")\(place)",
    ]
  }

  private mutating func somebodyScrolls() -> [String] {
    let place = random.chance(1, of: 2) ? "" : " in=k2"
    callers += 1
    return random.chance(1, of: 4)
      ? ["want any\(place)", "unwant \(1 + random.below(callers))"] : ["want any\(place)"]
  }

  private mutating func pick(_ lines: [String]) -> String { lines[random.below(lines.count)] }

  private func place(_ number: Int) -> String { number % 3 == 0 ? " in=k2" : "" }
}
