/// Makes random outboxes, as lines of a `progress` block.
struct ProgressHistory {
  /// The number of leading lines that are settings.
  static let settings = 1

  private var random: SeededRandom
  private var unsent: [UnsentWord] = []
  private var last = 0

  init(random: SeededRandom) { self.random = random }

  mutating func lines(length: Int) -> [String] {
    let first = random.chance(1, of: 2) ? "failed-are-overtaken" : "unsent none"
    return [first] + (0..<length).map { _ in line() }
  }

  private mutating func line() -> String {
    if random.chance(1, of: 8) {
      return "advance \(["1ms", "250ms", "499ms", "500ms", "2s"][random.below(5)])"
    }
    for _ in 0..<(1 + random.below(3)) { change() }
    if random.chance(1, of: 12) { unsent.removeAll { !$0.hasFailed } }
    return "unsent \(unsent.isEmpty ? "none" : unsent.map(\.text).joined(separator: " "))"
  }

  private mutating func change() {
    guard !unsent.isEmpty, random.chance(2, of: 3) else { return join() }
    let place = random.below(unsent.count)
    switch random.below(6) {
    case 0, 1, 2: unsent.remove(at: place)
    case 3: unsent[place].hasFailed.toggle()
    default:
      guard !unsent[place].files.isEmpty else { return }
      let file = random.below(unsent[place].files.count)
      let bytes = unsent[place].files[file].bytes
      let states: [UnsentWord.File.State] = [
        .waiting, .uploading(random.below(101)), .uploading(50), .there,
      ]
      unsent[place].files[file] = UnsentWord.File(bytes: bytes, state: states[random.below(4)])
    }
  }

  private mutating func join() {
    guard unsent.count < 9 else { return }
    last += 1
    var word = UnsentWord(last)
    word.conversation = 1 + random.below(2)
    word.isChange = random.chance(1, of: 5)
    if !word.isChange, random.chance(1, of: 5) {
      let own = unsent.filter { !$0.isChange && $0.conversation == word.conversation }
      word.target = own.last?.number
    }
    if random.chance(1, of: 2) {
      word.files = (0..<(1 + random.below(5))).map { _ in
        UnsentWord.File(bytes: [0, 1, 999, 9_000, 4_000_000][random.below(5)], state: .waiting)
      }
    }
    unsent.append(word)
  }
}
