/// Makes random histories of sending, as lines of a `send` block.
struct SendHistory {
  private var random: SeededRandom
  private var messages = 0
  private var changes = 0
  /// The message of each change, by the change's number.
  private var targets: [Int] = []

  private let hasEdits: Bool
  private let hasFiles: Bool

  /// - Parameter capabilities: of the sender. A history has no edits and no files without them.
  init(random: SeededRandom, for capabilities: Set<Capability>) {
    self.random = random
    hasEdits = capabilities.contains(.sendingEdits)
    hasFiles = capabilities.contains(.sendingFiles)
  }

  /// A history with random events in any order, after which everything must be well.
  mutating func lines(length: Int) -> [String] {
    var lines = ["policy limit=20s stall=20s age=12h", "loose", "send c1 \"m1\""]
    messages = 1
    if random.below(6) == 0 { lines += crowd() }
    for _ in 0..<length {
      if random.below(25) == 0 { lines += outage() } else { lines.append(line()) }
    }
    return lines
  }

  /// The number of leading lines that are settings. They stay when a history is shortened.
  static let settings = 2

  /// The lines at the end of every history.
  static let ending = ["heal", "? story = told"]

  private mutating func line() -> String {
    let roll = random.below(100)
    if roll < 48 { return "step \(random.below(6))" }
    if roll < 59 { return message() }
    if roll < 72 { return change() }
    if roll < 76 { return giveUp() }
    if roll < 80 { return "cancel \(random.below(2) == 0 ? newest : some())" }
    if roll < 88 { return server() }
    if roll < 97 { return trouble() }
    return hasFiles ? uploads() : message()
  }

  private mutating func trouble() -> String {
    let store = "store-fails reads=\(random.below(3)) writes=\(random.below(3))"
    return pick([
      "crash", "crash", "crash arriving", "crash arriving", "offline", "online", "online", "pause",
      "resume", "pause k1", "resume k1", "resume", "advance 1s", "advance 3s", "advance 20s",
      "advance 10m", "advance 5h", "crash for=2h", "crash for=9h", "clock back=1d",
      "clock forward=1d",
      store,
    ])
  }

  /// A time in which the server takes nothing, so that pending requests may expire.
  private mutating func outage() -> [String] {
    let pause = pick(["30s", "1m", "3m", "1h", "3h"])
    return (0..<3).flatMap { _ in ["server busy", "advance \(pause)", "step 0", "step 0", "step 0"]
    }
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
    let file = hasFiles && random.below(5) == 0 ? " file=photos/\(messages).jpg" : ""
    let reply = random.below(6) == 0 && messages > 2 ? reply() : ""
    return "send c\(messages) \"m\(messages)\"\(file)\(reply)\(place(messages))"
  }

  /// A reply to an earlier message of the same conversation, or nothing.
  private mutating func reply() -> String {
    let earlier = (1..<messages).filter { place($0) == place(messages) }
    return earlier.isEmpty ? "" : " reply=c\(pick(earlier))"
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
    let kept = "\(edit) file=photos/\(number).jpg"
    let edits = hasFiles ? [edit, edit, edit, photo, kept] : [edit, edit, edit]
    let action = pick(
      edits + ["delete", "react \"+\"", "react \"+\"", "unreact \"+\""])
    return "amend d\(changes) c\(number) \(action)\(place(number))"
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
      "server hangs", "server takes-and-hangs",
      "server busy after=2s", "server busy after=1h", "server refuses forbidden", "server code 503",
      "server code 418",
      "server answers-another", "hold", "release", "release",
      "again c\(1 + random.below(messages))", "catch-up k1", "catch-up k2",
      "moderate c\(1 + random.below(messages))",
    ])
  }

  private mutating func uploads() -> String {
    pick([
      "uploads stall", "uploads stall", "uploads always stall", "uploads go-on",
      "uploads refuse too-large", "uploads fail timeout",
      "uploads percents 10 40 90", "file photos/\(messages).jpg missing",
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
