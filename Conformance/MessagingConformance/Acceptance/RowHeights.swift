internal import MessagingModel
internal import MessagingTimeline

/// The heights of the rows of the long conversation on a phone. Like the heights of text, they are
/// rarely whole pixels.
struct RowHeights: Sendable {
  private let conversation: LongConversation
  var isLandscape = false
  /// Photos that were loaded. A row whose photo was not loaded has only the height of its caption.
  var loaded: Set<RowID> = []
  /// Whether photos are loaded after their rows are shown.
  var hasLatePhotos = false

  /// The height of a row that was not measured.
  static let estimate = Length(units: 80 * Length.unitsPerPoint)

  init(_ conversation: LongConversation) { self.conversation = conversation }

  func height(_ item: TimelineItem) -> Length {
    switch item.content {
    case .message(let row): height(row, item.id)
    case .day: points(32)
    case .unreadDivider: points(28)
    case .gap: points(36)
    case .start: points(48)
    case .loading: points(24)
    case .typing: points(36)
    }
  }

  func isLate(_ item: TimelineItem) -> Bool {
    guard hasLatePhotos, !loaded.contains(item.id),
      case .media(let media)? = item.message?.message.body
    else { return false }
    return media.kind == .photo
  }

  private func height(_ row: MessageRow, _ id: RowID) -> Length {
    let index = number(of: row.message)
    var points = conversation.height(index)
    if hasLatePhotos, !loaded.contains(id), case .media(let media) = row.message.body,
      media.kind == .photo
    {
      points = 44
    }
    if isLandscape { points = 44 + (points - 44) / 2 }
    if row.grouping.isFirst { points += 18 }
    if !row.message.reactions.isEmpty { points += 24 }
    if case .text(let text) = row.message.body { points += 20 * (text.byteCount / 40) }
    if row.message.body == .redacted { points = 40 }
    return Length(units: Int64(points) * Length.unitsPerPoint + Int64(37 * index % 192))
  }

  private func number(of message: Message) -> Int {
    if message.id.high == LongConversation.unsentKeys { return Int(message.id.low) }
    let name = message.remoteID?.text.string ?? ""
    return Int(name.dropFirst()) ?? 0
  }

  private func points(_ points: Int64) -> Length { Length(units: points * Length.unitsPerPoint) }
}

extension LongConversation {
  /// The upper half of the ids of unsent messages.
  static let unsentKeys: UInt64 = 0x5000
}
