internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Checks of the area ROLL in Swift, for what a script cannot express.
enum RolloutChecks {
  typealias Context = RoleContext<any RolloutSubject>

  /// The checks, by `ROLL-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "ROLL-010/pages": pages, "ROLL-016/everything-else": everythingElse,
    "ROLL-019/histories": histories,
  ]

  /// Random pages that differ in nothing, in one field, or in many. The verdict must equal the
  /// oracle's.
  static func pages(_ context: Context) async throws {
    let tried = try await context.tryHistories("pairs of pages", 400) { seed, number in
      var random = SeededRandom(seed: seed, stream: "ROLL/pages/\(number)")
      let new = RolloutPage(random: &random)
      var old = new
      for _ in 0..<random.below(3) { old.change(&random) }
      let seen = context.subject.rollingOut().compare(new.read, with: old.read)
      context.count(steps: 1)
      context.count(RolloutMark(seen.noted).rawValue)
      let expected = new.naiveWords(old)
      guard seen.words != expected else { return }
      var violation = Violation("\(seen.words), expected \(expected)")
      violation.notes = ["seed \(seed), \(number)", "new: \(new.text)", "old: \(old.text)"]
      throw violation
    }
    try context.expectMet(RolloutMark.allCases, in: tried, enough: 100)
  }
}

/// What random pairs of pages must cover.
enum RolloutMark: String, CaseIterable, Sendable {
  case same = "same-pages"
  case different = "different-pages"
  case impossible = "pages-that-cannot-be-compared"

  init(_ comparison: PageComparison) {
    switch comparison {
    case .same: self = .same
    case .different: self = .different
    case .impossible: self = .impossible
    }
  }
}

extension RolloutPage {
  fileprivate init(random: inout SeededRandom) {
    for number in 0..<random.below(7) {
      guard var word = RolloutWord("s\(2 * number + 2)") else { continue }
      word.marks = Set(RolloutWord.Mark.allCases.filter { _ in random.chance(1, of: 8) })
      if random.chance(1, of: 3) { (word.target, quotes[1]) = (1, "q") }
      words.append(word)
    }
    isLast = random.chance(1, of: 2)
  }

  /// Changes one field; a second change may undo the first.
  fileprivate mutating func change(_ random: inout SeededRandom) {
    let place = words.isEmpty ? 0 : random.below(words.count)
    switch random.below(9) {
    case 0: isLast.toggle()
    case 1 where random.chance(1, of: 2): revision += 1
    case 2: if quotes[1] != nil { quotes[1] = "other" }
    case 3 where !words.isEmpty: words[place].text = "b"
    case 4 where !words.isEmpty:
      let mark = RolloutWord.Mark.allCases[random.below(RolloutWord.Mark.allCases.count)]
      words[place].marks.formSymmetricDifference([mark])
    case 5 where !words.isEmpty: words.remove(at: place)
    case 6:
      guard let word = RolloutWord("s\(2 * place + 1)") else { return }
      words.insert(word, at: place)
    case 7: hasGap.toggle()
    case 8 where !words.isEmpty: words[place].target = words[place].target == nil ? 1 : nil
    default: break
    }
  }

  fileprivate var text: String {
    words.map(\.textOfWord).joined(separator: " ") + " quotes=\(quotes) revision=\(revision)"
      + " last=\(isLast) gap=\(hasGap)"
  }

  /// The expected verdict on this page and another one, from the words alone: it builds no message.
  fileprivate func naiveWords(_ old: RolloutPage) -> [String] {
    if revision != old.revision { return ["impossible:moved"] }
    for place in 0..<max(words.count, old.words.count) {
      let pair = [words, old.words].map { $0.indices.contains(place) ? $0[place] : nil }
      let names = pair.map { word in word.map { RolloutWord.name($0.id) } ?? "none" }
      let part: String? =
        if names[0] != names[1] {
          "message"
        } else if let new = pair[0], let other = pair[1] {
          new.naivePart(other, quotes == old.quotes)
        } else {
          nil
        }
      if let part { return ["different", "\(place)"] + names + [part] }
    }
    let end: String? =
      if hasGap != old.hasGap { "gaps" } else { isLast == old.isLast ? nil : "older" }
    return end.map { ["different", "\(words.count)", "none", "none", $0] } ?? ["same"]
  }
}

extension RolloutWord {
  /// The first part, in the order of the report, that differs from another word's; `nil` if none
  /// does.
  fileprivate func naivePart(_ other: RolloutWord, _ areQuotesSame: Bool) -> String? {
    var parts = Set(marks.symmetricDifference(other.marks).map(\.part))
    if text != other.text { parts.insert("body") }
    if target != other.target { parts.insert("target") }
    if !areQuotesSame, target != nil || marks.contains(.threaded) { parts.insert("quote") }
    return PageDifference.Part.allCases.map(\.rawValue).first(where: parts.contains)
  }
}
