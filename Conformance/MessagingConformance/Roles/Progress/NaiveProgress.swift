internal import MessagingModel

/// The oracle of the area PROG: computes the number of a bar from everything reported so far.
///
/// It adds up what was sent since something last joined or failed. It never subtracts.
struct NaiveProgress {
  /// What is in flight at one moment, by name, in bytes; and what is unsent but not in flight.
  private struct Look {
    let time: Int64
    var going: [String: Int] = [:]
    var waiting: Set<String> = []
  }

  private let looks: [Look]

  init(_ heard: [ProgressPlayer.Heard], _ afterFailure: SendPolicy.AfterFailure) {
    looks = heard.map { heard in
      var look = Look(time: heard.time)
      for (place, word) in heard.unsent.enumerated() {
        let before = heard.unsent[..<place]
        let isBlocked = before.contains {
          afterFailure == .block && $0.hasFailed && !$0.isChange
            && $0.conversation == word.conversation
        }
        let answers = before.contains {
          !$0.isChange && $0.conversation == word.conversation && $0.number == word.target
            && look.waiting.contains($0.name)
        }
        if word.hasFailed || (!word.isChange && (isBlocked || answers)) {
          look.waiting.insert(word.name)
        } else {
          look.going[word.name] = 1_000 + word.files.map(\.missing).reduce(0, +)
        }
      }
      return look
    }
  }

  func progress(at now: Int64) -> SendingProgress? {
    var measure = 0
    var start: Int?
    var end: Int64?
    for place in looks.indices {
      if start != nil, isOver(place) {
        start = nil
        // Whether everything was sent, or the rest has failed.
        let isSent = looks[place - 1].going.keys.allSatisfy { isGone($0, place) }
        end = looks[place].going.isEmpty && isSent ? looks[place].time : nil
      }
      if start == nil, !looks[place].going.isEmpty {
        measure += 1
        (start, end) = (place, nil)
      }
    }
    if let start, let last = looks.indices.last {
      return SendingProgress(
        measure: measure, thousandths: number(from: start, to: last),
        remaining: looks[last].going.count)
    }
    guard let end, now < end + 500 else { return nil }
    return SendingProgress(measure: measure, thousandths: 1_000, remaining: 0)
  }

  private func isGone(_ name: String, _ place: Int) -> Bool {
    looks[place].going[name] == nil && !looks[place].waiting.contains(name)
  }

  /// Whether nothing is in flight any more, or everything that was in flight before is sent.
  private func isOver(_ place: Int) -> Bool {
    looks[place].going.isEmpty || looks[place - 1].going.keys.allSatisfy { isGone($0, place) }
  }

  /// The bytes that were sent since the previous look.
  private func sent(_ place: Int) -> Int {
    looks[place - 1].going.reduce(0) { sum, one in
      if isGone(one.key, place) { return sum + one.value }
      return sum + max(0, one.value - (looks[place].going[one.key] ?? one.value))
    }
  }

  /// Whether something joined, grew or failed since the previous look.
  private func isOther(_ place: Int) -> Bool {
    let (old, new) = (looks[place - 1], looks[place])
    return new.going.contains { name, bytes in bytes > old.going[name] ?? 0 }
      || old.going.keys.contains { new.waiting.contains($0) }
  }

  private func number(from start: Int, to end: Int) -> Int {
    var base = 0
    var (whole, done, number) = (looks[start].going.values.reduce(0, +), 0, 0)
    for place in looks.indices where place > start && place <= end {
      done += sent(place)
      number = base + (1_000 - base) * done / whole
      if isOther(place) {
        (base, whole, done) = (number, looks[place].going.values.reduce(0, +), 0)
      }
    }
    return number
  }
}

extension UnsentWord.File {
  fileprivate var missing: Int {
    switch state {
    case .waiting: bytes
    case .uploading(let percent): bytes - bytes * percent / 100
    case .there: 0
    }
  }
}
