internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The oracle: builds the list of conversations from everything that is stored.
enum NaiveList {
  /// Every conversation as an entry, in the order of the list.
  ///
  /// - Parameter pages: for each conversation, its newest messages, across gaps.
  static func entries(
    _ pages: [ConversationID: Snapshot], _ input: TimelineInput
  ) -> [ConversationEntry] {
    var rest = pages.map { entry(of: $0, $1, input) }
    var sorted: [ConversationEntry] = []
    while let first = rest.first {
      let highest = rest.reduce(first) { precedes($1, $0) ? $1 : $0 }
      sorted.append(highest)
      rest.removeAll { $0.id == highest.id }
    }
    return sorted
  }

  private static func entry(
    of conversation: ConversationID, _ page: Snapshot, _ input: TimelineInput
  ) -> ConversationEntry {
    var newest: Message?
    for message in page.messages where hasRow(message, input) {
      if let known = newest, !NaiveOrder.precedes(known.position, message.position) { continue }
      newest = message
    }
    return ConversationEntry(
      conversation, preview: newest.map { preview(of: RowRules.naiveShown($0)) },
      unread: page.unread)
  }

  private static func hasRow(_ message: Message, _ input: TimelineInput) -> Bool {
    if input.hidden.contains(message.sender) { return false }
    return input.shown == .everything || message.threadRoot == nil
  }

  private static func preview(of message: Message) -> ConversationPreview {
    var time = message.timestamp
    if case .confirmed(let place) = message.position { time = place.serverTime }
    var body = message.body
    if case .media(let media) = body {
      body = .media(
        Body.Media(
          kind: media.kind, attachments: media.attachments.map(withoutTransfer),
          caption: media.caption))
    }
    return ConversationPreview(
      message: message.id, sender: message.sender, isOutgoing: message.isOutgoing,
      position: message.position, time: time, body: body, isEdited: message.isEdited,
      delivery: message.isOutgoing ? message.delivery : nil)
  }

  private static func withoutTransfer(_ attachment: Attachment) -> Attachment {
    var attachment = attachment
    (attachment.localPath, attachment.remote, attachment.placeholder) = (nil, nil, nil)
    attachment.upload = .done
    return attachment
  }

  private static func precedes(_ left: ConversationEntry, _ right: ConversationEntry) -> Bool {
    let places = [left, right].map { $0.preview?.position }
    if let upper = places[0], let lower = places[1], upper != lower {
      return NaiveOrder.precedes(lower, upper)
    }
    if (places[0] == nil) != (places[1] == nil) { return places[0] != nil }
    return NaiveOrder.precedes(left.id.text, right.id.text)
  }

  /// Applies a diff to an array, step by step. Returns `nil` if its indices do not fit.
  static func apply(
    _ diff: ConversationListDiff, to old: [ConversationEntry]
  ) -> [ConversationEntry]? {
    let count = old.count - diff.deletes.count + diff.inserts.count
    guard count >= 0 else { return nil }
    var gone = Set(diff.deletes)
    guard gone.count == diff.deletes.count, gone.allSatisfy(old.indices.contains) else {
      return nil
    }
    var entries = [ConversationEntry?](repeating: nil, count: count)
    for insert in diff.inserts {
      guard entries.indices.contains(insert.index) else { return nil }
      entries[insert.index] = insert.entry
    }
    for move in diff.moves {
      guard entries.indices.contains(move.to), old.indices.contains(move.from) else { return nil }
      entries[move.to] = old[move.from]
      gone.insert(move.from)
    }
    var rest = old.indices.filter { !gone.contains($0) }[...]
    for index in entries.indices where entries[index] == nil {
      guard let next = rest.popFirst() else { return nil }
      entries[index] = old[next]
    }
    for update in diff.updates {
      guard entries.indices.contains(update.to), old.indices.contains(update.from),
        entries[update.to]?.id == update.entry.id, old[update.from].id == update.entry.id
      else { return nil }
      entries[update.to] = update.entry
    }
    return rest.isEmpty ? entries.compactMap(\.self) : nil
  }

  /// The fewest possible moves: the number of entries that stay, minus their longest ascending
  /// subsequence.
  static func fewestMoves(_ old: [ConversationEntry], _ new: [ConversationEntry]) -> Int {
    let places = new.compactMap { entry in old.firstIndex { $0.id == entry.id } }
    var longest = [Int](repeating: 1, count: places.count)
    for index in places.indices {
      for before in 0..<index where places[before] < places[index] {
        longest[index] = max(longest[index], longest[before] + 1)
      }
    }
    return places.count - (longest.max() ?? 0)
  }
}
