/// Makes random histories of sending, as lines of a `send` block.
struct SendHistory {
  private var random: SeededRandom
  private var messages = 0
  private var changes = 0
  private var foreign = 0
  /// The message of each change, by the change's number.
  private var targets: [Int] = []

  private let hasEdits: Bool
  private let hasFiles: Bool
  private let hasCredentials: Bool

  /// - Parameter capabilities: of the sender. A history has no edits and no files without them.
  init(random: SeededRandom, for capabilities: Set<Capability>) {
    self.random = random
    hasEdits = capabilities.contains(.sendingEdits)
    hasFiles = capabilities.contains(.sendingFiles)
    hasCredentials = capabilities.contains(.sendingCredentials)
  }

  /// A history with random events in any order, after which everything must be well.
  mutating func lines(length: Int) -> [String] {
    var lines = [policy(), "loose", "watched", "send c1 \"m1\""]
    messages = 1
    if random.below(6) == 0 { lines.append("reticent-store") }
    if random.below(6) == 0 { lines += crowd() }
    if random.below(6) == 0 { lines += interruption() }
    if random.below(20) == 0 { lines += order() }
    for _ in 0..<length {
      switch random.below(25) {
      case 0: lines += outage()
      case 1: lines += elsewhere()
      case 2 where hasEdits && random.chance(1, of: 2): lines += corrections()
      case 3 where hasCredentials: lines += signedOut()
      default: lines.append(line())
      }
    }
    return lines
  }

  /// In most histories nothing is overtaken, and waits have no random part.
  private mutating func policy() -> String {
    let parts = [
      random.chance(1, of: 4) ? "skip" : nil, random.chance(1, of: 4) ? "overtake" : nil,
      random.chance(1, of: 4) ? "order=\(pick(["10s", "30m"]))" : nil,
      random.chance(1, of: 4) ? "jitter=\(pick(["0.3", "1"]))" : nil,
    ]
    return (["policy limit=20s stall=20s age=12h"] + parts.compactMap(\.self))
      .joined(separator: " ")
  }

  /// The number of leading lines that are settings. They stay when a history is shortened.
  static let settings = 3

  /// The lines at the end of every history.
  static let ending = ["heal", "? story = told"]

  private mutating func line() -> String {
    let roll = random.below(100)
    if roll < 43 { return "step \(random.below(6))" }
    if roll < 54 { return message() }
    if roll < 67 { return change() }
    if roll < 71 { return giveUp() }
    if roll < 75 { return "cancel \(random.below(2) == 0 ? newest : some())" }
    if roll < 78 { return retry() }
    if roll < 80 { return others() }
    if roll < 88 { return server() }
    if roll < 97 { return trouble() }
    return hasFiles ? uploads() : message()
  }

  private mutating func trouble() -> String {
    let store = "store-fails reads=\(random.below(3)) writes=\(random.below(3))"
    return pick([
      "crash", "crash", "crash arriving", "crash arriving", "offline", "online", "online", "pause",
      "resume", "pause k1", "resume k1", "resume", "advance 1s", "advance 3s", "advance 20s",
      "advance 10m", "advance 5h", hasCredentials ? "sign-in" : "tick", "crash for=2h",
      "crash for=9h", "clock back=1d",
      "clock forward=1d", "tick", "tick",
      store,
    ])
  }

  /// A time in which the server takes nothing, so that pending requests may expire.
  private mutating func outage() -> [String] {
    let pause = pick(["30s", "1m", "3m", "1h", "3h"])
    return (0..<3).flatMap { _ in ["server busy", "advance \(pause)", "step 0", "step 0", "step 0"]
    }
  }

  /// A server that rejects the credentials, of something that it holds or of what comes next.
  private mutating func signedOut() -> [String] {
    let kinds = ["server unauthorized 401", "server unauthorized 401", "server code 401"]
    let files = hasFiles ? ["uploads unauthorized 401"] : []
    let steps = Array(repeating: "step 0", count: random.below(4))
    let pause = pick([[], [], ["advance 5h"], ["offline"], ["hold"], ["crash"], ["advance 20s"]])
    let end = pick([["sign-in"], ["sign-in"], []])
    return [pick(kinds + files)] + steps + pause + end
  }

  /// Another process sends a message, which is cancelled then.
  private mutating func elsewhere() -> [String] {
    let number = pick([messages, messages, 1 + random.below(messages)])
    return ["others-send c\(number)", "cancel c\(number)\(place(number))"]
  }

  /// A process that dies while the server takes its first message, which is changed then.
  private mutating func interruption() -> [String] {
    guard hasEdits else { return [] }
    let steps = Array(repeating: "step 0", count: random.number(in: 3...5))
    return steps + ["crash arriving", change(of: 1)]
  }

  /// A server that says when to ask again, and a process that dies before that time.
  private mutating func order() -> [String] {
    let steps = Array(repeating: "step 0", count: random.number(in: 3...5))
    return [message(), "server busy after=\(pick(["1m", "1h"]))"] + steps + ["crash"]
  }

  /// Changes of one message, one after the other, at a server that says when to ask again.
  private mutating func corrections() -> [String] {
    let number = pick([messages, 1 + random.below(messages)])
    let wait = pick(["server busy after=2s", "server busy after=1m", "server unreachable"])
    let steps = Array(repeating: "step 0", count: random.number(in: 6...12))
    return [wait, change(of: number)] + steps + [change(of: number)] + steps
  }

  /// More messages, or changes of sent ones, than a queue reads at once.
  private mutating func crowd() -> [String] {
    let written = (0..<18).map { _ in message() }
    guard hasEdits, random.below(3) > 0 else { return written }
    let sent = Array(repeating: "step 0", count: 90)
    let obstacle = pick(["offline", "hold", "server busy", "server hangs", "step 0"])
    return written + sent + [obstacle] + (1...18).map { change(of: $0) }
  }

  private mutating func message() -> String {
    messages += 1
    let file = hasFiles && random.below(5) == 0 ? " file=\(album(messages))" : ""
    let reply = random.below(6) == 0 && messages > 2 ? reply("reply") : ""
    let thread = random.below(12) == 0 && messages > 2 ? self.reply("thread") : ""
    return "send c\(messages) \"m\(messages)\"\(file)\(reply)\(thread)\(place(messages))"
  }

  /// A reply to an earlier message of the same conversation or to one of somebody else, or to its
  /// thread; or nothing.
  private mutating func reply(_ word: String) -> String {
    if foreign > 0, random.chance(1, of: 3) { return " \(word)=s\(901 + random.below(foreign))" }
    let earlier = (1..<messages).filter { place($0) == place(messages) }
    return earlier.isEmpty ? "" : " \(word)=c\(pick(earlier))"
  }

  /// The first file of a message, or up to three files of it in any order.
  private mutating func album(_ number: Int) -> String {
    let first = "photos/\(number).jpg"
    guard random.chance(1, of: 2) else { return first }
    let files = [first, "photos/\(number)-2.jpg", "photos/\(number)-3.jpg"]
    return random.shuffled(files).prefix(random.number(in: 1...3)).joined(separator: ",")
  }

  /// A change of the message that was last changed or last written, or of any message.
  private mutating func change() -> String {
    guard hasEdits else { return message() }
    let any = 1 + random.below(messages)
    return change(of: pick([targets.last ?? any, messages, any, any]))
  }

  private mutating func change(of number: Int) -> String {
    changes += 1
    targets.append(number)
    let edit = "edit \"e\(changes)\""
    let photo = "\(edit) file=photos/e\(changes).jpg"
    let edits = hasFiles ? [edit, edit, edit, photo, kept(edit, number)] : [edit, edit, edit]
    let action = pick(
      edits + ["delete", "react \"+\"", "react \"+\"", "unreact \"+\""])
    return "amend d\(changes) c\(number) \(action)\(place(number))"
  }

  /// An edit that keeps files of its message, and may bring another one.
  private mutating func kept(_ edit: String, _ number: Int) -> String {
    let more = random.chance(1, of: 4) ? ",photos/e\(changes).jpg" : ""
    return "\(edit) file=\(album(number))\(more)"
  }

  /// Presses *retry* on a message or on a change, whatever its state is.
  private mutating func retry() -> String {
    if hasEdits, changes > 0, random.chance(1, of: 2) {
      let number = pick([changes, 1 + random.below(changes)])
      let message = targets[number - 1]
      return "retry d\(number) c\(message)\(place(message))"
    }
    return "retry \(random.below(2) == 0 ? newest : some())"
  }

  /// What the network brings by itself: messages of others, alone or as a page, and echoes.
  private mutating func others() -> String {
    foreign += 1
    let (name, place) = ("s\(900 + foreign)@\(1 + random.below(30))", pick(["", " in=k2"]))
    let echo = "echo c\(1 + random.below(messages))"
    return pick([
      echo, echo, "\(echo) anonymous", "receive \(name) \"hello\" by=ann\(place)",
      "page \(name) \(pick(["", "to=live", "to=live start"])) by=ann\(place)",
    ])
  }

  /// Gives up a change: the last one, or any.
  private mutating func giveUp() -> String {
    guard changes > 0 else { return change() }
    let number = pick([changes, 1 + random.below(changes)])
    let message = targets[number - 1]
    return "discard d\(number) c\(message)\(place(message))"
  }

  private mutating func server() -> String {
    pick([
      "server loses-answer", "server loses-answer", "server loses-request", "server busy",
      "server hangs", "server takes-and-hangs", "server unreachable", "server unreachable",
      "server busy after=2s", "server busy after=1h", "server refuses forbidden", "server code 503",
      "server code 418",
      "server answers-another", "server answers-taken-name", "hold", "release", "release",
      "server refuses-at-length", "server answers-at-length",
      "server always \(pick(["answers", "answers", "busy", "loses-answer", "refuses forbidden"]))",
      "server always unreachable",
      "again c\(1 + random.below(messages))", "catch-up k1", "catch-up k2",
      "moderate c\(1 + random.below(messages))",
    ])
  }

  private mutating func uploads() -> String {
    pick([
      "uploads stall", "uploads stall", "uploads always stall", "uploads go-on",
      "uploads refuse too-large", "uploads fail timeout", "uploads fail busy after=1h",
      "uploads answer-at-length",
      "uploads refuse-at-length",
      "uploads always refuse too-large", "uploads always fail timeout", "uploads always answer",
      "uploads always answer",
      "uploads percents 10 40 90", "file photos/\(messages).jpg missing",
      "file photos/\(1 + random.below(messages)).jpg size=\(pick([0, 999, 1_000]))",
    ])
  }

  /// The message that was written last. It is the most likely one to be in flight.
  private var newest: String { "c\(messages)\(place(messages))" }

  /// Any message, with its conversation.
  private mutating func some() -> String {
    let number = 1 + random.below(messages)
    return "c\(number)\(place(number))"
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }

  private func place(_ number: Int) -> String { number % 3 == 0 ? " in=k2" : "" }
}
