internal import MessagingModel

/// What is missing of a conversation, as a row of boxes. There is one box for each position that
/// was ever named, one for each range between two of them, and one beyond each end. A box is
/// missing unless it was proven known after it was last reported missing.
struct NaiveGaps {
  /// In ascending order.
  private let places: [ServerPosition]
  /// The box of each position.
  private let boxes: [ServerPosition: Int]
  /// Box `2n + 1` is position `n`; box `2n` is the range below it.
  private var isMissing: [Bool]
  /// The token that fetches the gap of each box.
  private var tokens: [GapToken?]
  /// Whether the server reported that it cannot return a box. All boxes of one gap have the same
  /// value.
  private var isUnavailable: [Bool]

  /// - Parameter others: further positions to ask about that no fact names.
  init(_ words: [NaiveChat.Word], others: [ServerPosition]) {
    var named = others
    for word in words {
      switch word {
      case .missing(let gap), .unavailable(let gap):
        named += [gap.after, gap.before].compactMap(\.self)
      case .known(let lower, let upper, _): named += [lower, upper].compactMap(\.self)
      case .live(let place): named.append(place)
      case .token(let upper, _): named += [upper].compactMap(\.self)
      }
    }
    places = Set(named).sorted { NaiveOrder.precedes($0, $1) }
    boxes = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, 2 * $0 + 1) })
    isMissing = Array(repeating: true, count: 2 * places.count + 1)
    tokens = Array(repeating: nil, count: 2 * places.count + 1)
    isUnavailable = Array(repeating: false, count: 2 * places.count + 1)
    for word in words { hear(word) }
  }

  /// The uppermost gap between two messages, cursors or ends, if anything is missing there.
  ///
  /// - Parameters:
  ///   - lower: `nil` for the start of the conversation.
  ///   - upper: `nil` for its end. Nothing is ever missing above an unconfirmed message.
  func gap(between lower: Position?, and upper: Position?) -> Gap? {
    if let lower, lower.confirmed == nil { return nil }
    let first = lower?.confirmed.map { box(of: $0) + 1 } ?? 0
    let end = upper?.confirmed.map { box(of: $0) } ?? isMissing.count
    guard first < end, let top = (first..<end).last(where: { isMissing[$0] }) else { return nil }
    return gap(around: top)
  }

  /// All gaps, in ascending order.
  var all: [Gap] {
    isMissing.indices.filter { index in
      isMissing[index] && (index == 0 || !isMissing[index - 1])
    }.map { gap(around: $0) }
  }

  private mutating func hear(_ word: NaiveChat.Word) {
    switch word {
    case .missing(let gap):
      let first = gap.after.map { box(of: $0) + 1 } ?? 0
      let last = (gap.before.map { box(of: $0) } ?? isMissing.count) - 1
      let (wasMissing, before) = (isMissing[last], tokens[last])
      for index in first...last where !isMissing[index] {
        isMissing[index] = true
        isUnavailable[index] = gap.isUnavailable
      }
      let run = run(around: last)
      let isForGood = gap.isUnavailable && run.allSatisfy { isUnavailable[$0] }
      for index in run { isUnavailable[index] = isForGood }
      // The token of the uppermost range counts. If two ranges end at one position, the newer token
      // counts. The live end is a different position each time.
      let isUppermost = run.upperBound == last
      let old = wasMissing && gap.before != nil ? before : nil
      let token = isUppermost ? gap.token ?? old : tokens[run.upperBound]
      for index in run { tokens[index] = token }
    case .unavailable(let gap):
      let top = (gap.before.map { box(of: $0) } ?? isMissing.count) - 1
      let known = self.gap(around: top)
      guard isMissing[top], known.after == gap.after, known.before == gap.before,
        known.token == gap.token
      else { return }
      for index in run(around: top) { isUnavailable[index] = true }
    case .known(let lower, let upper, let token):
      let first = lower.map { box(of: $0) } ?? 0
      let last = upper.map { box(of: $0) } ?? isMissing.count - 1
      learn(first, last, token)
    case .live(let place):
      let (first, last) = (box(of: place), isMissing.count - 1)
      if (first...last).allSatisfy({ isMissing[$0] }) { learn(first, last, nil) }
    case .token(let upper, let token):
      let end = upper.map { box(of: $0) } ?? isMissing.count
      guard end == isMissing.count || !isMissing[end], isMissing[end - 1] else { return }
      for index in run(around: end - 1) {
        tokens[index] = token
        isUnavailable[index] = false
      }
    }
  }

  /// Marks boxes as known. The token fetches what remains of the gap below them.
  private mutating func learn(_ first: Int, _ last: Int, _ token: GapToken?) {
    if isMissing[first], let token {
      for index in run(around: first) where index < first {
        tokens[index] = token
        isUnavailable[index] = false
      }
    }
    for index in first...last { isMissing[index] = false }
  }

  /// The missing boxes around one box, without a known box between them.
  private func run(around index: Int) -> ClosedRange<Int> {
    var (first, last) = (index, index)
    while first > 0, isMissing[first - 1] { first -= 1 }
    while last + 1 < isMissing.count, isMissing[last + 1] { last += 1 }
    return first...last
  }

  private func gap(around index: Int) -> Gap {
    let run = run(around: index)
    return Gap(
      after: run.lowerBound == 0 ? nil : places[(run.lowerBound - 2) / 2],
      before: run.upperBound == isMissing.count - 1 ? nil : places[run.upperBound / 2],
      token: tokens[run.upperBound], isUnavailable: isUnavailable[run.upperBound])
  }

  private func box(of place: ServerPosition) -> Int { boxes[place] ?? 1 }
}
