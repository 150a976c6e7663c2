/// Makes random histories of a list of conversations, as lines of a `list` block.
struct ConversationListHistory {
  private var random: SeededRandom
  private var newest = 0
  private var ours = 0
  /// The number of the conversation of each message of the owner.
  private var places: [Int: Int] = [:]
  /// The conversation and the author of each message of others.
  private var homes: [Int: (chat: String, author: String)] = [:]
  /// The last gap that was named, with its conversation.
  private var lastGap: String?

  init(random: SeededRandom) { self.random = random }

  /// The number of leading lines that are settings. They stay when a history is shortened.
  static let settings = 1

  /// The lines at the end of every history.
  static let ending = ["all-settles", "? faithful = yes"]

  /// A history: some conversations, then events in any order after the list is opened.
  mutating func lines(length: Int) -> [String] {
    var lines = ["lenient"]
    for chat in 1...3 where random.chance(3, of: 4) { lines += page(of: chat) }
    lines.append("open-list")
    while lines.count < length { lines += line() }
    return lines
  }

  private mutating func page(of chat: Int) -> [String] {
    let first = newest + 1
    newest += 1 + random.below(14)
    let words = (first...newest).map { "s\($0)@\($0 * 1000)" }.joined(separator: " ")
    let author = somebody()
    for number in first...newest { homes[number] = ("k\(chat)", author) }
    // In some pages the start is missing, in some what came after them.
    let ends = pick(["to=live start", "to=live start", "to=live", "to=here start", "to=here"])
    return ["page \(words) \(ends) by=\(author) in=k\(chat)"]
  }

  private mutating func line() -> [String] {
    switch random.below(44) {
    case 0..<7: return batch { $0.somebodyWrites() }
    case 7..<13: return batch { $0.somebodyChanges() }
    case 13..<18: return batch { $0.ownerWrites() }
    case 18, 19: return batch { $0.somebodyReads() }
    case 20, 21: return [pick(["hides bob", "hides none", "hides ann bob"])]
    case 22: return [pick(["replies hidden", "replies shown"])]
    case 23: return ["screen-asks \(pick(["yes", "no", "yes"]))"]
    case 24: return severalWrite()
    case 25..<27: return ["store-is \(pick(["slow", "failing", "quick", "quick"]))"]
    case 27..<31: return [pick(["store-answers", "store-answers", "store-answers last"])]
    case 31: return ["telling \(pick(["yes", "no", "yes"]))"]
    case 32: return [pick(["unreadable \(chat())", "unreadable none", "unreadable none"])]
    case 33: return ["reread"]
    case 34: return ["mention \(chat())"]
    case 35:
      return [pick(["pages reversed", "pages ordered", "pages-are old", "pages-are new"])]
    case 36: return [pick(["forget \(chat())", "reset \(chat())"])]
    case 37: return page(of: 1 + random.below(5))
    // At rest it is asked what is shown.
    case 38: return ["all-settles"]
    case 39, 40: return gap()
    case 41: return closesGap()
    default: return [pick(["open-list", "store-answers"])]
    }
  }

  /// History turns out to be missing: after a message, perhaps up to a later one. Or the network
  /// does not have what is missing there.
  private mutating func gap() -> [String] {
    if let known = lastGap, random.chance(1, of: 3) {
      lastGap = nil
      return ["gap unavailable \(known)"]
    }
    let number = message()
    let chat = homes[number]?.chat ?? chat()
    let later = homes.keys.sorted().first { $0 > number && homes[$0]?.chat == chat }
    let end = later.map { " before=s\($0)@\($0 * 1000)" } ?? ""
    let gap = "after=s\(number)@\(number * 1000)\(end) in=\(chat)"
    lastGap = gap
    return ["gap \(gap)"]
  }

  /// A page that brings what came after a message, or says that nothing did.
  private mutating func closesGap() -> [String] {
    let number = message()
    guard let home = homes[number] else { return [] }
    let known = "s\(number)@\(number * 1000)"
    if random.chance(1, of: 2) {
      return ["page \(known) to=live by=\(home.author) in=\(home.chat)"]
    }
    newest += 1
    homes[newest] = home
    return [
      "page \(known) s\(newest)@\(newest * 1000) to=live by=\(home.author) in=\(home.chat)"
    ]
  }

  /// One change, or two in one commit.
  private mutating func batch(
    _ make: (inout ConversationListHistory) -> [String]
  ) -> [String] {
    let first = make(&self)
    return random.chance(1, of: 4) ? first + make(&self).map { "& \($0)" } : first
  }

  /// Several conversations get messages, new ones among them, while the screen asks for nothing.
  private mutating func severalWrite() -> [String] {
    let writes = (0...(1 + random.below(5))).flatMap { _ in
      somebodyWrites(in: "k\(1 + random.below(9))")
    }
    return ["screen-asks no"] + writes + ["screen-asks yes"]
  }

  private mutating func somebodyWrites() -> [String] { somebodyWrites(in: chat()) }

  private mutating func somebodyWrites(in chat: String) -> [String] {
    newest += 1
    let author = somebody()
    homes[newest] = (chat, author)
    let extra = pick(["", "", " thread=s\(message())", " kind=photo"])
    // Some arrive late: their position is among the others.
    let place = random.chance(1, of: 5) ? message() * 1000 + 500 : newest * 1000
    return ["receive s\(newest)@\(place)/\(newest) \"m\(newest)\" by=\(author)\(extra) in=\(chat)"]
  }

  private mutating func somebodyReads() -> [String] {
    let number = message()
    let chat = homes[number]?.chat ?? chat()
    return ["receipt s\(number) by=\(pick(["ann", "me"])) @1 in=\(chat)"]
  }

  /// In most cases a change that its author may make in the right conversation; sometimes one that
  /// is not allowed, or in any conversation.
  private mutating func somebodyChanges() -> [String] {
    let number = message()
    let home = homes[number]
    let isWrong = random.chance(1, of: 6)
    let chat = isWrong ? chat() : home?.chat ?? chat()
    let author = isWrong ? somebody() : home?.author ?? "ann"
    let name = "s\(number)"
    return [
      pick([
        "edit \(name) \"e\(random.below(100))\" version=\(1 + random.below(9)) by=\(author)",
        "delete \(name) version=\(1 + random.below(9)) by=\(author)",
        "delete \(name) remove by=\(author)", "delete \(name) remove moderator",
        "react \(name) \"+\" by=bob version=\(1 + random.below(9))",
        "status \(name) delivered", "read \(name) @1",
      ]) + " in=\(chat)"
    ]
  }

  private mutating func ownerWrites() -> [String] {
    guard ours > 0, random.chance(2, of: 3) else {
      ours += 1
      places[ours] = 1 + random.below(5)
      return ["send c\(ours) \"mine \(ours)\" in=k\(places[ours] ?? 1)"]
    }
    newest += 1
    let own = 1 + random.below(ours)
    return [
      pick([
        "ack c\(own) s\(newest)@\(newest * 1000)", "fail c\(own) code", "cancel c\(own)",
        "receive s\(newest)=c\(own)@\(newest * 1000) \"mine \(own)\" by=me", "retry c\(own)",
      ]) + " in=k\(places[own] ?? 1)"
    ]
  }

  private mutating func message() -> Int { max(1, newest - random.below(6)) }

  private mutating func chat() -> String { "k\(1 + random.below(5))" }

  private mutating func somebody() -> String { pick(["ann", "bob"]) }

  private mutating func pick(_ lines: [String]) -> String { lines[random.below(lines.count)] }
}
