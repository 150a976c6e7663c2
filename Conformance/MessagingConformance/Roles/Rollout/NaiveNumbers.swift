internal import MessagingModel
internal import MessagingTimeline

/// The start of pages that are positioned by number, found by counting in a list, and the expected
/// verdict on two pages. The content of the store is given: its rules belong to the areas PAGE and
/// GAP.
struct NaiveNumbers {
  private var stored: [(list: RolloutScope, number: Int)] = []
  /// How many messages of a list the screen has read; `nil` if it was opened in the middle.
  private var given: [RolloutScope: Int] = [:]

  /// The stored messages of a list, newest first.
  func numbers(of list: RolloutScope) -> [Int] {
    let all = stored.filter { entry in
      switch list {
      case .conversation(let id): entry.list.conversation == id
      case .thread:
        entry.list == .thread || (entry.list.conversation == "k1" && entry.number == 1)
      }
    }
    return all.map(\.number).sorted(by: >)
  }

  mutating func store(_ number: Int, in list: RolloutScope) { stored.append((list, number)) }

  mutating func delete(_ number: Int, of conversation: ConversationID) {
    stored.removeAll { $0.list.conversation == conversation && $0.number == number }
  }

  /// The message below which the next older page begins; `nil` to read by cursor.
  func place(in list: RolloutScope) -> Int? {
    let numbers = numbers(of: list)
    guard let given = given[list], given > 0, !numbers.isEmpty else { return nil }
    return numbers[min(given, numbers.count) - 1]
  }

  mutating func gave(_ count: Int, of list: RolloutScope, for purpose: RolloutStore.Purpose) {
    switch purpose {
    case .newest: given[list] = count
    case .around: given[list] = nil
    case .older: given[list] = given[list].map { $0 + count }
    }
  }
}

/// The result of reading a page, as the oracle compares it.
typealias NaiveRead = Result<Snapshot, RepositoryError>

/// The expected verdict on a page that was read in two ways.
enum NaiveVerdict {
  static func words(_ new: NaiveRead, _ old: NaiveRead) -> [String] {
    guard case .success(let new) = new else { return ["impossible:new-failed"] }
    guard case .success(let old) = old else { return ["impossible:old-failed"] }
    let names = [new, old].map { $0.messages.map { RolloutWord.name($0.id) } }
    for place in 0..<max(names[0].count, names[1].count) {
      let pair = names.map { $0.indices.contains(place) ? $0[place] : "none" }
      if pair[0] != pair[1] { return ["different", "\(place)"] + pair + ["message"] }
    }
    let end: String? =
      new.gaps != old.gaps ? "gaps" : new.older != old.older ? "older" : nil
    return end.map { ["different", "\(names[0].count)", "none", "none", $0] } ?? ["same"]
  }
}
