/// Makes random histories from a few messages, a few participants and the verbs of an `ops` line.
///
/// The world behind them is consistent: a remote message has one author and one position, and each
/// version of an edit has one text. What arrives in which order, twice, too early or never is
/// random.
struct HistoryGenerator {
  /// The verbs that it can use.
  static let verbs: Set = [
    "send", "ack", "fail", "tried", "retry", "cancel", "upload", "status", "receive", "page", "gap",
    "edit",
    "delete", "react", "unreact", "receipt", "read", "reported", "amend", "settle", "discard",
    "token", "reset",
    "forget", "reopen", "kill", "apply",
  ]

  private let verbs: [String]
  private var random: SeededRandom

  init(verbs: [String], random: SeededRandom) {
    self.verbs = verbs
    self.random = random
  }

  /// Returns a history of at most `length` lines, at least one.
  mutating func history(length: Int) -> [String] {
    let count = 1 + random.below(max(1, length))
    return (0..<count).compactMap { _ in random.pick(from: verbs).map { line($0) } }
  }

  private mutating func line(_ verb: String) -> String {
    switch verb {
    case "send", "ack", "fail", "tried", "retry", "cancel", "upload", "status": return own(verb)
    case "receive", "page", "gap": return arriving(verb)
    case "edit", "delete", "react", "unreact", "receipt": return related(verb)
    case "amend", "settle", "discard": return local(verb)
    case "read", "reported": return reading(verb)
    case "token": return token()
    case "reset": return "reset k1"
    case "forget": return "forget k1"
    case "reopen": return "reopen"
    case "kill": return "kill"
    default: return "apply \"[]\""
    }
  }

  /// A reading of any message, possibly one that has not arrived or is deleted.
  private mutating func reading(_ verb: String) -> String {
    let target = random.pick(from: World.ordered) ?? 1
    if verb == "reported" { return "reported \(World.placed(target))" }
    if random.chance(1, of: 5) { return "read c\(1 + random.below(5)) @\(50 + random.below(9))" }
    return "read s\(target) @\(50 + random.below(9))"
  }

  /// Often continues at the stream's token; sometimes uses an older one, or one that is not reached
  /// yet.
  private mutating func token() -> String {
    let number = random.below(3)
    if random.chance(1, of: 8) { return number == 0 ? "token none" : "token none from=t\(number)" }
    return number == 0 ? "token \"t1\"" : "token \"t\(number + 1)\" from=t\(number)"
  }

  private mutating func own(_ verb: String) -> String {
    let client = 1 + random.below(5)
    switch verb {
    case "send":
      let hasFile = verbs.contains("upload") && random.chance(1, of: 3)
      return "send c\(client) \"c\(client)\"" + (hasFile ? " file=photos/\(client).jpg" : "")
    case "ack":
      // Some servers report a message's position only when they return the message.
      let name = World.remote(of: client)
      let isPlaced = verbs.contains("read") || !random.chance(1, of: 4)
      return "ack c\(client) " + (isPlaced ? World.placed(name) : "s\(name)@\(500 + client)")
    case "fail":
      return "fail c\(client) refused" + (random.chance(1, of: 2) ? " retryable" : "")
    case "tried": return tried(client)
    case "retry": return "retry c\(client)"
    case "cancel": return "cancel c\(client)"
    case "upload": return "upload c\(client) 1 \(random.below(101))"
    default:
      let state = random.pick(from: ["sent", "delivered", "read"]) ?? "read"
      return "status s\(World.remote(of: client)) \(state)"
    }
  }

  /// The attempts of a message, or of an unsent change.
  private mutating func tried(_ client: Int) -> String {
    let what = random.chance(1, of: 3) ? "d\(1 + random.below(6)) c\(client)" : "c\(client)"
    return "tried \(what)" + (random.chance(1, of: 3) ? " maybe" : "")
      + (what.hasPrefix("d") && random.chance(1, of: 4) ? " inflight" : "")
      + (random.chance(2, of: 3) ? " since=\(random.below(9))" : "")
      + (random.chance(1, of: 3) ? " until=\(random.below(99))" : "")
  }

  private mutating func arriving(_ verb: String) -> String {
    if verb == "page" { return page() }
    if verb == "gap" { return gap() }
    if random.chance(1, of: 3) {
      let client = 1 + random.below(5)
      let placed = World.placed(World.remote(of: client))
      let named = random.chance(1, of: 2) ? placed.replacing("@", with: "=c\(client)@") : placed
      return "receive \(named) \"c\(client)\" by=me"
    }
    let first = 1 + random.below(World.remoteCount)
    let author = World.author(of: first)
    // Some carry an id that messages of other people have, too.
    let named =
      random.chance(1, of: 6)
      ? World.placed(first).replacing("@", with: "=c\(6 + first % 3)@") : World.placed(first)
    var line = "receive \(named) \"s\(first)\""
    let second = 1 + random.below(World.remoteCount)
    if second != first, World.author(of: second) == author {
      line += " \(World.placed(second)) \"s\(second)\""
    }
    return "\(line) by=\(author)"
  }

  /// A page of ann's messages with none missing between them.
  private mutating func page() -> String {
    let all = World.ordered.filter { World.author(of: $0) == "ann" }
    let first = random.below(all.count)
    let last = random.number(in: first...(all.count - 1))
    var line = "page " + all[first...last].map(World.placed).joined(separator: " ")
    switch random.below(3) {
    case 0: line += " to=live"
    case 1 where last + 1 < all.count: line += " to=\(World.placed(all[last + 1]))"
    default: line += " to=here"
    }
    return line + (first == 0 && random.chance(1, of: 2) ? " start" : "") + " by=ann"
  }

  private mutating func gap() -> String {
    let places = [random.below(World.ordered.count), random.below(World.ordered.count)].sorted()
    let after = "after=\(World.placed(World.ordered[places[0]]))"
    let before = "before=\(World.placed(World.ordered[places[1]]))"
    if places[0] == places[1] { return "gap \(random.chance(1, of: 2) ? after : before)" }
    return "gap \(after) \(before)"
  }

  private mutating func related(_ verb: String) -> String {
    let target = random.pick(from: World.ordered) ?? 1
    let version = 1 + random.below(4)
    let somebody = random.pick(from: ["ann", "bob", "me"]) ?? "ann"
    switch verb {
    case "edit":
      let text = "\"s\(target) v\(version)\""
      if verbs.contains("upload"), World.author(of: target) == "me" {
        // A version of an own message, with its files. Only a copy carries them.
        return "receive \(World.placed(target)) \(text)\(files(target, version))"
          + " version=\(version) by=me"
      }
      let author = random.chance(1, of: 6) ? somebody : World.author(of: target)
      return "edit s\(target) \(text) version=\(version) by=\(author)"
    case "delete":
      let author = random.chance(1, of: 6) ? somebody : World.author(of: target)
      return "delete s\(target) by=\(author)" + (random.chance(1, of: 3) ? " remove" : "")
    case "react", "unreact":
      let key = random.chance(1, of: 2) ? "👍" : "❤"
      return "\(verb) s\(target) \"\(key)\" by=\(somebody) version=\(version)"
    default:
      return "receipt s\(target) by=\(somebody) @\(50 + random.below(9))"
    }
  }

  /// The files of a version of an own message: none, its first one, or another one.
  private func files(_ remote: Int, _ version: Int) -> String {
    guard verbs.contains("upload"), remote > 20, version > 1 else { return "" }
    return " file=photos/\(version == 4 ? "other" : "\(remote - 20)").jpg"
  }

  private mutating func local(_ verb: String) -> String {
    let change = "d\(1 + random.below(6))"
    let remote = random.pick(from: World.ordered) ?? 1
    let target = random.chance(1, of: 2) ? "c\(1 + random.below(5))" : "s\(remote)"
    switch verb {
    case "settle": return "settle \(change) \(target) version=\(5 + random.below(3))"
    case "discard": return "discard \(change) \(target)"
    default:
      switch random.below(4) {
      case 0:
        let hasFile = verbs.contains("upload") && random.chance(1, of: 3)
        return "amend \(change) \(target) edit \"\(target) \(change)\""
          + (hasFile ? " file=photos/\(change).jpg" : "")
      case 1: return "amend \(change) \(target) unreact \"👍\""
      case 2: return "amend \(change) \(target) delete"
      default: return "amend \(change) \(target) react \"👍\""
      }
    }
  }
}

/// The facts about the messages in random histories.
private enum World {
  static let remoteCount = 8

  /// The remote id that the server gives to a message of the owner.
  static func remote(of client: Int) -> Int { 20 + client }

  static func author(of remote: Int) -> String {
    if remote > 20 { return "me" }
    return remote.isMultiple(of: 2) ? "bob" : "ann"
  }

  /// Several messages share a server time, and some also a timestamp.
  static func placed(_ remote: Int) -> String {
    let server = 10 + remote * 7 % 5 * 10
    return remote.isMultiple(of: 3)
      ? "s\(remote)@\(server)/\(server + remote % 2)"
      : "s\(remote)@\(server)"
  }

  /// All remote messages, in ascending order of position.
  static let ordered: [Int] = (Array(1...remoteCount) + (21...25)).sorted { first, second in
    let places = [first, second].compactMap { ScriptReference(placed($0)) }
      .compactMap { reference in
        reference.time.map { ScriptNames.position(reference.remote ?? 0, $0) }
      }
    return places.count == 2 && places[0] < places[1]
  }
}
