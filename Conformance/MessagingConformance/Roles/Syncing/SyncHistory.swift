/// Makes random histories of syncing, as lines of a `sync` block.
struct SyncHistory {
  private var random: SeededRandom
  private let family: SyncFamily
  /// Whether updates get lost on an open connection. Without numbers, only a complete answer
  /// reveals a lost update, so such a server leaves nothing out and forgets no token.
  private let losesUpdates: Bool
  /// Whether one of the conversations has a stream of its own.
  private let hasOwnStream: Bool
  /// Whether pages hold messages as they are now. They tell nothing of what was changed below a
  /// gap, so such a server leaves nothing out and forgets no token, either.
  private let tellsStates: Bool
  /// Whether another engine works on the same store at the same time.
  private let hasOtherEngine: Bool
  /// Whether people do much: type, and are seen.
  private let isLively: Bool
  /// Whether the server may lead on without end. Then the policy slows down soon.
  private let isEndless: Bool
  private var messages = 0
  private var ours = 0
  private var callers = 0

  init(_ family: SyncFamily, random: SeededRandom) {
    var random = random
    self.family = family
    losesUpdates = family == .numbered || (family == .pushed && random.chance(1, of: 2))
    hasOwnStream = family == .numbered && random.chance(1, of: 3)
    tellsStates = family != .lists && !hasOwnStream && random.chance(1, of: 4)
    hasOtherEngine = random.chance(1, of: 3)
    isLively = random.chance(1, of: 4)
    isEndless = random.chance(1, of: 4)
    self.random = random
  }

  /// The number of leading lines that are settings. They stay when a history is shortened.
  static let settings = 4

  /// The lines at the end of the history. Of a stream that it has never met, a device learns from
  /// the server's news alone.
  var ending: [String] {
    let calm = hasOwnStream ? ["calm", "hint stream=k2", "calm"] : ["calm"]
    return ["sign-in"] + calm + ["? whole = told"]
  }

  private var tellsAll: Bool { tellsStates || (family == .pushed && losesUpdates) }

  /// A history with random events in any order, after which everything must be well.
  mutating func lines(length: Int) -> [String] {
    // Either the client asks a quiet stream, or it waits for the server.
    let quiet = random.chance(1, of: 2) ? " quiet=2s" : ""
    var traits = pick(["", "", " keys=author", " keys=device", " keys=nobody"])
    if hasOwnStream { traits += " own=k2" }
    if random.chance(1, of: 4) { traits += " vouches" }
    // Where messages have no positions, this leaves their order open:
    // Spec/decisions/positions-on-servers-that-give-lists.md.
    if family != .lists {
      if random.chance(1, of: 3) { traits += " replays" }
      if random.chance(1, of: 4) { traits += " part=2" }
      if tellsStates { traits += " states" }
    }
    var lines = [
      "family \(family.rawValue) limit=3 page=3\(traits)",
      "sync-policy buffer=4\(quiet)\(policy())", "loose", "watched", "online",
    ]
    // Without a token an answer leaves out what was changed below it.
    if tellsStates { lines.append("calm") }
    if hasOtherEngine { lines.append("other-begins") }
    for _ in 0..<length { lines += line() }
    return lines
  }

  /// What else may be set, in every other history.
  private mutating func policy() -> String {
    if isEndless { return " quick=20" }
    guard random.chance(1, of: 2) else { return "" }
    return " "
      + pick([
        "questions=1", "restarts=1", "empty=1", "jitter=0.5", "reorder=2s",
        "maintenance=100ms", "outbox=5s", "patience=1", "pause=0ms", "poll=1s", "quick=1",
        "typists=1", "people=1",
      ])
  }

  private mutating func line() -> [String] {
    if hasOtherEngine, random.chance(1, of: 3) { return [otherEngine()] }
    if isLively, random.chance(1, of: 3) { return people() }
    switch random.below(54) {
    case 0..<18: return ["turn \(random.below(6))"]
    case 18..<24: return somebodyWrites()
    case 24..<28: return somebodyChanges()
    case 28, 29: return ownerWrites()
    case 30, 31: return somebodyScrolls()
    case 32: return pageIsInterrupted()
    case 33..<36: return ["tick"]
    case 36..<38: return ["leap \(random.below(3_000))ms"]
    case 38..<46: return trouble()
    case 46, 47: return ownerReads()
    case 48: return somebodyOpens()
    case 49: return people()
    default:
      return [pick(["dies", "dies stored", "dies first", family == .lists ? "dies" : "dies late"])]
    }
  }

  /// What people do, and a time after which some of it is over.
  private mutating func people() -> [String] {
    let place = pick(["", "", " in=k2"])
    let person = pick(["ann", "bob"])
    switch random.below(10) {
    case 0..<3: return ["types \(person)\(place)"]
    case 3: return ["types \(person) stops\(place)"]
    case 4, 5: return ["touch-key\(place)"]
    case 6: return ["stop-typing\(place)"]
    case 7: return ["seen \(person) @\(random.below(30))"]
    case 8: return ["leap \(pick(["1s", "3999ms", "4s", "5s", "6999ms", "7s", "10s"]))"]
    default: return somebodyWrites() + ["turn 0", "turn 0"]
    }
  }

  /// The other engine begins again soon after it has ended.
  private mutating func otherEngine() -> String {
    switch random.below(20) {
    case 0: "other-ends"
    case 1, 2: "other-begins"
    case 3: "other-opens \(pick(["k1", "k2"]))"
    default: "other-turn \(random.below(6))"
    }
  }

  private mutating func trouble() -> [String] {
    var all = [
      "disconnect", "offline", "online", "online", "woken", "hint",
      "fail-next answer transient 503",
      "lose-next answer", "fail-next page transient 503", "lose-next page",
      "fail-next link transient closed", "fail-next report transient 503", "lose-next report",
      "fail-next answer unauthorized expired", "fail-next page unauthorized expired", "sign-in",
      "sign-in", "fail-next answer transient 503 after=2s", "outbox busy", "outbox quiet",
      "store-fails writes=1", "store-fails reads=1", "told-again", "well",
      "store-fails writes=2 code=busy", "store-fails writes=1 code=corrupted of=k1",
      "fail-next answer offline gone", "fail-next answer malformed strange",
      "fail-next answer refused policy", "fail-next page malformed strange",
      "fail-next page unknown expired", "fail-next page unknown expired",
      "fail-next link unauthorized expired", "lose-next link",
      "garble", "garble in=k2", "other-engine", "other-engine \(pick(["k1", "k2"]))",
      "ping", "faulty repeats", "faulty long-tokens",
      "faulty \(pick(["always-limited", "mislabels", "same-page"]))",
      "fail-next report refused policy", "fail-next report unauthorized expired",
    ]
    if family != .polled { all += ["faulty misnumbers"] }
    if isEndless {
      all += ["never-ends", "leads-on", "stands-still", "endless-history", "goes-backward"]
        .map { "faulty \($0)" }
    }
    // What was changed below a refused part is in no page above it.
    if !tellsStates { all += ["refuse \(pick(["k1", "k2"]))"] }
    // An engine in another process does not hear of it.
    if !hasOtherEngine { all += ["clear-history \(pick(["k1", "k2"]))"] }
    if !tellsAll {
      all += ["faulty leaves-out", "faulty leaves-out", "forget-tokens", "faulty word-tokens"]
    }
    if family == .polled || family == .numbered { all += ["other-process"] }
    if hasOwnStream { all += ["hint stream=k2"] }
    if losesUpdates { all += ["lose-next updates 1", "lose-next updates 1"] }
    return [pick(all)]
  }

  private mutating func somebodyWrites() -> [String] {
    messages += 1
    // The message that it replies to may be in another conversation, or not exist yet.
    let answered = 1 + random.below(messages + 1)
    let answer = pick(["", "", " reply=s\(answered)", " thread=s\(answered)"])
    let author = pick(["", "", " by=bob", " by=me"])
    return ["write s\(messages) \"m\(messages)\"\(author)\(answer)\(place(messages))"]
  }

  private mutating func somebodyChanges() -> [String] {
    guard messages > 0 else { return somebodyWrites() }
    let number = 1 + random.below(messages)
    return [
      pick([
        "edits s\(number) \"e\(random.below(100))\"", "deletes s\(number)",
        "edits s\(number) \"e\(random.below(100))\" by=bob", "deletes s\(number) by=bob moderator",
        "reacts s\(number) \"+\" by=\(pick(["ann", "bob", "me"]))",
      ])
    ]
  }

  /// The owner reads here or on another device, possibly a message that is not stored here.
  private mutating func ownerReads() -> [String] {
    guard messages > 0 else { return somebodyWrites() }
    let number = 1 + random.below(messages)
    return [
      random.chance(3, of: 4)
        ? "read s\(number)\(place(number))" : "reads s\(number) by=\(pick(["me", "me", "bob"]))"
    ]
  }

  /// The server takes a message of the owner. The answer may be lost.
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

  /// Something happens while a page is requested, examined or stored.
  private mutating func pageIsInterrupted() -> [String] {
    callers += 1
    let turns = (0...random.below(5)).map { _ in "turn \(random.below(6))" }
    let trouble = pick(["offline", "offline", "woken", "disconnect", "unwant \(callers)"])
    return ["want any"] + turns + [trouble, "turn 0", "turn 0", "online"]
  }

  /// A conversation on the screen goes first: nothing else may change.
  private mutating func somebodyOpens() -> [String] {
    ["\(pick(["open", "open", "close"])) \(pick(["k1", "k2"]))"]
  }

  private mutating func pick(_ lines: [String]) -> String { lines[random.below(lines.count)] }

  private func place(_ number: Int) -> String { number % 3 == 0 ? " in=k2" : "" }
}
