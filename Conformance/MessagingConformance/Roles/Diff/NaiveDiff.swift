internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The simplest possible diff. It finds each row by walking through the other list, and finds the
/// rows that stay by trying every possible predecessor.
///
/// - Complexity: O(n²).
struct NaiveDiff: TimelineDiffing {
  func diff(from old: Timeline, to new: Timeline) -> TimelineDiff {
    let (before, after) = (old.rows, new.rows)
    let places = after.map { row in before.firstIndex { $0.id == row.id } }
    var diff = TimelineDiff(base: old.version, target: new.version)
    for index in before.indices.reversed() where !places.contains(index) {
      diff.deletes.append(index)
    }
    let staying = NaiveDiff.longestAscent(places.compactMap(\.self))
    for (index, row) in after.enumerated() {
      guard let place = places[index] else {
        let isNew = NaiveDiff.isNew(index, old, new)
        diff.inserts.append(.init(index: index, item: row, isNew: isNew))
        continue
      }
      if !staying.contains(place) { diff.moves.append(.init(from: place, to: index)) }
      if before[place] != row {
        let aspects = NaiveAspects.between(before[place], row)
        diff.updates.append(.init(from: place, to: index, item: row, aspects: aspects))
      }
    }
    return diff
  }

  /// The indices of a longest ascending subsequence. For each number it keeps the longest one that
  /// ends there.
  static func longestAscent(_ numbers: [Int]) -> Set<Int> {
    var lengths: [Int] = []
    var comesFrom: [Int?] = []
    for (index, number) in numbers.enumerated() {
      let best = (0..<index).filter { numbers[$0] < number }.max { lengths[$0] < lengths[$1] }
      comesFrom.append(best)
      lengths.append(best.map { lengths[$0] + 1 } ?? 1)
    }
    var chosen: Set<Int> = []
    var next = lengths.indices.max { lengths[$0] < lengths[$1] }
    while let index = next {
      chosen.insert(numbers[index])
      next = comesFrom[index]
    }
    return chosen
  }

  /// Whether a row is new: it arrived in this update, at the end of what was shown.
  static func isNew(_ index: Int, _ old: Timeline, _ new: Timeline) -> Bool {
    let (before, after) = (old.rows, new.rows)
    guard old.reachesEnd, after[index].message != nil else { return false }
    let known = { (row: TimelineItem) in
      row.message == nil ? nil : before.first { $0.id == row.id }?.message
    }
    return after[..<index].contains { known($0) != nil }
      && !after[index...].contains { known($0)?.message.position.confirmed != nil }
  }
}

/// Compares two rows field by field.
enum NaiveAspects {
  static func between(_ old: TimelineItem, _ new: TimelineItem) -> TimelineDiff.Aspects {
    switch (old.content, new.content) {
    case (.message(let old), .message(let new)): return between(old, new)
    case (.gap, .gap): return .metadata
    case (.message, _), (.day, _), (.unreadDivider, _), (.gap, _), (.start, _), (.loading, _),
      (.typing, _):
      return .content
    }
  }

  private static func between(_ old: MessageRow, _ new: MessageRow) -> TimelineDiff.Aspects {
    var aspects: TimelineDiff.Aspects = []
    if old.grouping != new.grouping { aspects.insert(.grouping) }
    if said(old) != said(new) { aspects.insert(.content) }
    if rest(old) != rest(new) { aspects.insert(.metadata) }
    return aspects
  }

  /// The fields that may change the height, as text.
  private static func said(_ row: MessageRow) -> [String] {
    said(row.message) + (row.quote.map { ["quote"] + quoted($0) } ?? []) + [
      "\(row.derived)", "\(row.thread == nil)",
    ]
  }

  private static func said(_ message: Message) -> [String] {
    [
      "\(message.conversation)", "\(message.sender)", "\(message.isOutgoing)",
      "\(message.body.atRest)", "\(message.isEdited)",
      "\(message.replyTo == nil)", "\(message.threadRoot == nil)", "\(message.reactions)",
    ]
  }

  private static func quoted(_ message: Message) -> [String] {
    ["\(message.sender)", "\(message.isEdited)", "\(message.body.atRest)"]
  }

  /// The fields that leave the height unchanged, as text. It also contains a few that may change
  /// it.
  private static func rest(_ row: MessageRow) -> [String] {
    let message = row.message
    return [
      "\(message.position)", "\(message.timestamp)", "\(message.delivery)", "\(message.dependents)",
      "\(row.readers)",
      "\(message.body.files)", message.version.map { "\($0)" } ?? "none",
      message.replyTo.map { "\($0)" } ?? "none", message.threadRoot.map { "\($0)" } ?? "none",
      row.quote.map { "\($0)" } ?? "none", row.thread.map { "\($0)" } ?? "none",
    ]
  }
}

extension Body {
  /// The body without the upload and download state of its files.
  fileprivate var atRest: Body {
    var body = self
    body.attachments = attachments.map { file in
      var file = file
      (file.localPath, file.remote, file.placeholder, file.upload) = (nil, nil, nil, .done)
      return file
    }
    return body
  }

  fileprivate var files: [String] {
    attachments.map { file in
      [
        file.localPath.map { "\($0)" }, file.remote.map { "\($0)" },
        file.placeholder.map { "\($0)" }, "\(file.upload)",
      ].map { $0 ?? "nothing" }.joined(separator: " ")
    }
  }
}
