/// Makes random histories of a conversation on a screen, as lines of an `open` block.
struct TimelineHistory {
  private var random: SeededRandom
  private var newest = 0
  private var ours = 0
  private var lowest = 0
  /// The number of the thread's root; `nil` if a conversation is shown.
  private var root: Int?
  /// The numbers of the replies in the thread.
  private var replies: [Int] = []
  /// The numbers of the answers without rows in a conversation.
  private var answers: [Int] = []
  /// Whether it is opened at the first unread message, in any case.
  private var opensUnread = false

  init(random: SeededRandom, root: Int?) { (self.random, self.root) = (random, root) }

  /// The milliseconds between two messages: a history lasts a minute, or several days.
  private var pace = 1_000
  /// How many changes of the owner wait, or have waited, and what the last one is about.
  private var waiting = 0
  private var amended = ""
  /// The last gap that was named.
  private var lastGap: String?
  /// The message that the reader last looked at.
  private var lastSeen = 0
  /// Whether few rows stay loaded, in a low view.
  private var isTight = false

  /// The number of leading lines that are settings. They stay when a history is shortened.
  static let settings = 4

  /// The lines at the end of every history.
  static let ending = ["at-rest", "? faithful = yes", "to-the-ends", "? faithful = yes"]

  /// A conversation with history, then random events in any order after it is opened.
  mutating func lines(length: Int) -> [String] {
    pace = random.chance(1, of: 3) ? 20_000_000 : 1_000
    // A quarter of them has more than stays loaded.
    newest = random.chance(1, of: 4) ? 90 + random.below(110) : 15 + random.below(55)
    lowest = 1 + (random.chance(1, of: 2) ? random.below(newest - 10) : 0)
    let start = lowest == 1 ? " start" : ""
    let page = placed(lowest...newest)
    let strand = root == nil && random.chance(1, of: 5) ? self.strand() : []
    let read = random.chance(1, of: 2) ? "receipt s\(message()) by=me @1" : "syncing live"
    // Without the live end it is not known what came after the page.
    let end = random.chance(1, of: 6) ? "here" : "live"
    var lines = ["loose", behavior(), "page \(page) to=\(end)\(start)"] + strand + [read]
    if !strand.isEmpty, random.chance(1, of: 2) { lines.append(answerWasRead()) }
    if strand.isEmpty, root == nil, random.chance(1, of: 5) { lines += writtenElsewhere() }
    while root == nil, random.chance(1, of: 3) { lines += gap() }
    if let root { lines += thread(root) }
    lines.append(opensUnread ? "open unread" : opening())
    for _ in 0..<length { lines += line() }
    return lines
  }

  /// How it behaves where products differ; in a third of the histories few rows stay loaded.
  private mutating func behavior() -> String {
    isTight = random.chance(1, of: 3)
    let cap = isTight ? 20 + random.below(40) : [80, 110, 150, 500][random.below(4)]
    let merge = pick(["0s", "1s", "1s", "1s", "5s"])
    return "behaves cap=\(cap) merge=\(merge) pages=\(pick(["1", "10", "10"]))"
  }

  /// A conversation in which answers have no rows, with some of them among its newest messages.
  private mutating func strand() -> [String] {
    let root = message()
    let written = (0..<(12 + random.below(24))).map { _ in
      newest += 1
      let isAnswer = random.chance(1, of: 2)
      if isAnswer { answers.append(newest) }
      return "receive \(placed(newest)) \"m\(newest)\" by=bob\(isAnswer ? " thread=s\(root)" : "")"
    }
    return ["show without-replies"] + written
  }

  /// The owner has read up to an answer, and opens the conversation there.
  private mutating func answerWasRead() -> String {
    guard !answers.isEmpty else { return "syncing live" }
    opensUnread = true
    return "receipt s\(answers[random.below(answers.count)]) by=me @2"
  }

  /// The owner has read everything, has written a lot on another device, or services have, and
  /// others go on. The conversation is opened at what is unread.
  private mutating func writtenElsewhere() -> [String] {
    opensUnread = true
    let read = "receipt s\(newest) by=me @2"
    let author = pick(["by=me", "by=me", "by=ann kind=system"])
    let count = 8 + random.below(40)
    let rest = random.below(20)
    let written = (0..<count + rest).map { index in
      newest += 1
      return "receive \(placed(newest)) \"m\(newest)\" \(index < count ? author : "by=bob")"
    }
    return [read] + written
  }

  /// A thread with some replies, sometimes with a gap between them. In a third of the histories
  /// its root was written here, and it is shown under the root's own id.
  private mutating func thread(_ number: Int) -> [String] {
    var (root, lines) = (number, ["show thread s\(number)"])
    if random.chance(1, of: 3) {
      newest += 1
      (root, self.root) = (newest, newest)
      lines = ["send c90 \"root\"", "ack c90 \(placed(root))", "show thread c90"]
    }
    let count = [0, 3, 8, 25, 60][random.below(5)]
    for _ in 0..<count {
      newest += 1
      replies.append(newest)
      lines.append("receive \(placed(newest)) \"r\" by=bob thread=s\(root)")
    }
    if count > 0, random.chance(1, of: 2) {
      let after = newest - 1 - random.below(count)
      lines.append("gap after=\(placed(after)) before=\(placed(after + 1))")
    }
    return lines
  }

  private mutating func opening() -> String {
    let height = isTight ? " height=\(pick(["70", "105"]))" : ""
    return pick(["open", "open unread", "open at=s\(shownMessage())"]) + height
  }

  /// A message that may have a row.
  private mutating func shownMessage() -> Int {
    guard let root, !replies.isEmpty else { return message() }
    return random.chance(1, of: 5) ? root : replies[random.below(replies.count)]
  }

  private mutating func line() -> [String] {
    switch random.below(47) {
    case 0..<6: return somebodyWrites()
    case 6..<10: return somebodyChanges()
    case 10..<14: return ownerWrites()
    case 14..<22: return looks()
    case 22..<24: return ["receipt s\(message()) by=\(pick(["ann", "bob"])) @\(random.below(99))"]
    case 24..<26: return [pick(["jump end", "jump s\(shownMessage())", "jump s\(lowest - 1)"])]
    case 26..<28: return ["dragging \(pick(["yes", "no", "no"]))"]
    case 28: return ["taking \(pick(["yes", "no", "yes"]))"]
    case 29, 30: return ["answering \(pick(["slowly", "wrongly", "at-once", "at-once"]))"]
    case 31: return ["answers", "answers"]
    case 32: return ["tick"]
    case 33: return ["advance \(pick(["50ms", "200ms", "700ms", "3s", "70s"]))"]
    case 34, 35: return ["syncing \(pick(["live", "live", "catching-up", "offline"]))"]
    case 36: return history()
    case 37:
      let all = ["typing ann", "typing ann bob", "typing none", "in-front no", "in-front yes"]
      return random.chance(1, of: 3) ? writesTheNextOne() : [pick(all)]
    // At rest it is asked what is shown.
    case 38: return ["at-rest"]
    case 39, 40: return gap()
    case 41, 42: return closesGap()
    case 43 where root != nil: return closesGap()
    case 43: return [pick(["hides bob", "hides none", "show without-replies", "show everything"])]
    case 44: return [otherInput()]
    default:
      return [
        pick([
          opening(), opening(), "reset k1", "forget k1", "in-front yes", "pages-say then",
          "pages-say now",
        ])
      ]
    }
  }

  /// Something else that rows depend on.
  private mutating func otherInput() -> String {
    pick([
      "loading older", "loading newer", "loading older newer", "loading none", "runs 0:01",
      "zone east +10:00", "zone west -07:00", "zone summer +01:00 +02:00@3T01:00",
    ])
  }

  private mutating func somebodyWrites() -> [String] {
    newest += 1
    var extra = pick(["", "", " reply=s\(message())", " thread=s\(message())"])
    if let root, random.chance(1, of: 2) {
      extra = " thread=s\(root)"
      replies.append(newest)
    }
    // Some arrive late: their position is among the others, or at the very time of another.
    var place = newest * pace
    if random.chance(1, of: 5) {
      place = message() * pace + (random.chance(1, of: 3) ? 0 : pace / 2 + newest % 400)
    }
    extra += pick(["", "", "", " kind=photo", " file=a.jpg", " kind=system", " kind=unknown:poll"])
    return ["receive s\(newest)@\(place) \"m\(newest)\" by=\(pick(["ann", "bob"]))\(extra)"]
  }

  /// Somebody types, writes, and goes on typing, often before the store has answered.
  private mutating func writesTheNextOne() -> [String] {
    newest += 1
    let name = pick(["ann", "bob"])
    let lines = [
      "typing \(name)", "receive \(placed(newest)) \"m\(newest)\" by=\(name)", "typing none",
      "typing \(name)",
    ]
    guard random.chance(2, of: 3) else { return lines }
    return ["answering slowly"] + lines + ["answers", "answering at-once"]
  }

  private mutating func somebodyChanges() -> [String] {
    let name = "s\(message())"
    return [
      pick([
        "edit \(name) \"e\(random.below(100))\" version=\(1 + random.below(9))",
        "delete \(name) version=\(1 + random.below(9))", "delete \(name) remove",
        "react \(name) \"+\" by=bob version=\(1 + random.below(9))",
        "unreact \(name) \"+\" by=bob version=\(1 + random.below(9))",
        "receipt \(name) by=me @\(random.below(99))",
        "status \(name) \(pick(["sent", "delivered", "read"]))",
      ])
    ]
  }

  private mutating func ownerWrites() -> [String] {
    guard ours > 0, random.chance(2, of: 3) else {
      ours += 1
      let thread = root.map { " thread=s\($0)" } ?? ""
      let file = pick(["", "", " file=a.jpg"])
      let reply = ours > 1 ? pick(["", "", " reply=s\(message())", " reply=c\(ours - 1)"]) : ""
      let more = thread + reply + file
      return ["writes-here c\(ours)", "send c\(ours) \"mine \(ours)\"\(more)"]
    }
    if random.chance(1, of: 3) { return ownerChanges() }
    newest += 1
    let own = "c\(max(1, ours - random.below(3)))"
    return [
      pick([
        "ack \(own) \(placed(newest))", "fail \(own) code", "cancel \(own)", "retry \(own)",
        "writes-here \(own)",
        "receive s\(newest)=\(own)@\(newest * pace) \"mine\" by=me",
        "upload \(own) 1 \(random.below(101))", "upload \(own) 1 done \"a\"",
      ])
    ]
  }

  /// The owner changes a message, or the server takes such a change.
  private mutating func ownerChanges() -> [String] {
    if !amended.isEmpty, random.chance(1, of: 2) {
      return [
        pick([
          "settle \(amended) version=\(1 + random.below(9))", "fail \(amended) code",
          "discard \(amended)",
        ])
      ]
    }
    waiting += 1
    amended = "d\(waiting) \(pick(["c\(ours)", "s\(message())"]))"
    return [
      "amend \(amended) "
        + pick(["edit \"new\"", "delete", "react \"+\"", "react \"+\"", "unreact \"+\""])
    ]
  }

  private mutating func looks() -> [String] {
    var first = shownMessage()
    if random.chance(2, of: 3), root == nil {
      // Near to where the reader was: far away there may be no rows.
      first = max(lowest, min(newest, lastSeen + random.number(in: -15...15)))
    }
    lastSeen = first
    var last = min(newest, first + random.below(12))
    if root != nil { last = replies.filter { $0 >= first && $0 <= last }.last ?? first }
    let hidden = pick(["", " above=0", " below=0", " above=600 below=600"])
    return ["in-sight s\(first) s\(last)\(hidden)"]
  }

  /// History turns out to be missing: between two messages, or after one. Or the network does not
  /// have what is missing there.
  private mutating func gap() -> [String] {
    if let known = lastGap, random.chance(1, of: 3) {
      lastGap = nil
      return ["gap \(known) unavailable"]
    }
    let low = message()
    let high = low + 1 + (random.chance(1, of: 4) ? random.below(5) : 0)
    let end = high <= newest && !random.chance(1, of: 6) ? " before=\(placed(high))" : ""
    let gap = "after=\(placed(low))\(end)"
    lastGap = gap
    return ["gap \(gap)"]
  }

  /// A page that closes the range between two messages, or brings what came last.
  private mutating func closesGap() -> [String] {
    if random.chance(1, of: 4) { return bringsEnd() }
    let low = message()
    let high = min(newest, low + 1 + random.below(9))
    return ["page \(placed(low)) \(placed(high)) to=\(placed(high))", "fetching done"]
  }

  /// A page up to the live end, which may have messages that were missed.
  private mutating func bringsEnd() -> [String] {
    let low = max(lowest, newest - random.below(4))
    newest += random.below(12)
    let page = placed(low...newest)
    return ["page \(page) to=live", "fetching done"]
  }

  /// A page of history below what is stored.
  private mutating func history() -> [String] {
    guard lowest > 1 else { return ["fetching \(pick(["done", "failed"]))"] }
    let top = lowest
    lowest = max(1, lowest - 1 - random.below(20))
    let start = lowest == 1 ? " start" : ""
    return ["page \(placed(lowest...top)) to=\(placed(top))\(start)", "fetching done"]
  }

  /// A message at its place.
  private func placed(_ number: Int) -> String { "s\(number)@\(number * pace)" }

  private func placed(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { placed($0) }.joined(separator: " ")
  }

  private mutating func message() -> Int { lowest + random.below(newest - lowest + 1) }

  private mutating func pick(_ lines: [String]) -> String { lines[random.below(lines.count)] }
}
