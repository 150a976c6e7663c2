internal import MessagingCore
internal import MessagingModel

/// What random histories of actions have to meet.
enum ActingMark: String, CaseIterable {
  case changeTaken = "changes-that-the-server-takes"
  case changeRefused = "changes-that-the-server-refuses"
  case changeRetried = "changes-retried"
  case changeCancelled = "changes-cancelled"
  case failedEdited = "edits-of-what-failed"
  case reactionRemoved = "reactions-removed"
}

/// What should be there of each message, worked out from the actions alone.
struct ActingTable {
  enum Life { case waiting, failed, sent, deleted, gone }

  /// A change that the server does not have.
  struct Change {
    enum Kind {
      case edit(String)
      case reaction(String, isAdded: Bool)
    }

    let id: Int
    let kind: Kind
    var isFailed = false

    /// As `ActingDesk.changes` says it.
    var words: String {
      let word =
        switch kind {
        case .edit: "edit"
        case .reaction(_, let isAdded): isAdded ? "react" : "unreact"
        }
      return "\(word) \(id) \(isFailed ? "failed" : "waits")"
    }
  }

  struct Entry {
    var life = Life.waiting
    /// The words without unsent changes.
    var text: String
    var isOwn = true
    /// Its place at the server.
    var time: Int?
    /// The own reactions that the server has.
    var reactions: Set<String> = []
    /// In the order in which they were made.
    var changes: [Change] = []

    var shownText: String {
      changes.reduce(text) { text, change in
        if case .edit(let new) = change.kind { new } else { text }
      }
    }

    var shownReactions: Set<String> {
      changes.reduce(into: reactions) { reactions, change in
        guard case .reaction(let key, let isAdded) = change.kind else { return }
        if isAdded { reactions.insert(key) } else { reactions.remove(key) }
      }
    }

    var shownBody: Body? {
      switch life {
      case .waiting, .failed, .sent: .text(ExactString(shownText))
      case .deleted: .redacted
      case .gone: nil
      }
    }
  }

  /// c1 waits, c2 is sent, c3 is somebody else's; c8 is in another conversation.
  var entries: [Int: Entry] = [
    1: Entry(text: "one"), 2: Entry(life: .sent, text: "two", time: 2),
    3: Entry(life: .sent, text: "three", isOwn: false, time: 3), 8: Entry(life: .gone, text: ""),
  ]
  var readUpTo = 0
  var readAt = 0

  var marker: String? { readUpTo == 0 ? nil : "s\(readUpTo) at \(readAt)" }
}

// The outcomes of actions, and what they change.
extension ActingTable.Entry {
  private var isUnsent: Bool { life == .waiting || life == .failed }

  func retrying(_ change: Int?) -> ActionOutcome {
    if let change {
      return changes.first { $0.id == change }.map { $0.isFailed ? .done : .unchanged } ?? .gone
    }
    switch life {
    case .waiting: return .unchanged
    case .failed: return .done
    case .sent, .deleted: return .tooLate
    case .gone: return .gone
    }
  }

  mutating func retry(_ change: Int?) {
    for index in changes.indices where changes[index].id == change {
      changes[index].isFailed = false
    }
    if change == nil, life == .failed { life = .waiting }
  }

  func cancelling(_ change: Int?) -> ActionOutcome {
    if let change { return changes.contains { $0.id == change } ? .done : .gone }
    return isUnsent ? .done : life == .gone ? .gone : .tooLate
  }

  mutating func cancel(_ change: Int?) {
    changes.removeAll { $0.id == change }
    if change == nil, isUnsent { remove() }
  }

  mutating func delete() {
    if life == .sent { life = .deleted } else { remove() }
  }

  private mutating func remove() { (life, changes) = (.gone, []) }

  func editing(to text: String) -> ActionOutcome {
    if life == .deleted || life == .gone { return .gone }
    if !isOwn { return .notEntitled }
    return text == shownText ? .unchanged : .done
  }

  mutating func edit(_ new: String, as change: Int) {
    changes.append(ActingTable.Change(id: change, kind: .edit(new)))
    // An edit of a failed message sends it again (`SEND-040`).
    if life == .failed { life = .waiting }
  }

  mutating func react(_ key: String, _ isAdded: Bool, as change: Int) {
    changes.append(
      ActingTable.Change(id: change, kind: .reaction(key, isAdded: isAdded)))
  }

  /// The server has all changes.
  mutating func settle() {
    (text, reactions) = (shownText, shownReactions)
    changes = []
  }
}
