internal import MessagingModel

// The search for the first unread message of an opening (`OPEN-007`).
extension TimelineState {
  /// Begins or ends the search with the answer to a read.
  mutating func findUnread(
    _ page: Snapshot, _ purpose: WindowRequest.Purpose, _ now: Int64
  ) -> [TimelineAction] {
    guard seeksUnread else { return [] }
    let marker = loaded.mark(of: input.owner)
    switch purpose {
    case .same, .older, .newer:
      // The answer to the search leads on.
      if inFlight[.neighbour] == .unreadRow { return [] }
      guard let marker, let first = window.reading.rows.first else { return [] }
      guard first.position <= marker else { return search(after: marker, now) }
      // The window still looks for the old mark. Let it find a loaded row instead.
      let actions = tell(.jump(to: .id(first.id)), now)
      seeksUnread = false
      return actions
    case .around:
      let actions = searchFurther(above: marker)
      seeksUnread = !actions.isEmpty
      return actions
    case .initial, .newest: break
    }
    guard purpose == .initial, page.unread.count > 0, let first = page.messages.first?.position,
      let marker, marker < first, marker.confirmed != nil
    else {
      seeksUnread = false
      return []
    }
    return search(after: marker, now)
  }

  /// Looks for the last read message. Where replies have no rows, it may be one of them: then it
  /// looks for the row before it, or else for the row after it.
  ///
  /// A read or a jump of the window comes first: the answer to it leads here again.
  private mutating func search(after marker: Position, _ now: Int64) -> [TimelineAction] {
    guard let name = marker.confirmed?.remoteID, window.wish == nil else { return [] }
    guard input.shown == .withoutReplies else { return tell(.jump(to: .remote(name)), now) }
    guard !inFlight.values.contains(where: { $0 != .fill }) else { return [] }
    return [readNeighbour(of: marker, .rowBefore)]
  }

  /// Looks for the first unread message that has a row above what is loaded around the last read
  /// one: many rows may lie between them that were never unread.
  private mutating func searchFurther(above marker: Position?) -> [TimelineAction] {
    guard let marker, window.wish == nil, window.reading.newer == .more,
      let last = window.reading.rows.last?.position,
      firstUnread(in: window.reading.rows.compactMap { loaded[$0.id] }, above: marker) == nil
    else { return [] }
    return [readNeighbour(of: last, .unreadRow)]
  }

  private func firstUnread(in messages: [Message], above marker: Position) -> Message? {
    ShownMessages(input, messages).filter(messages)
      .first { UnreadPosition.isUnread($0, above: marker) }
  }

  /// Jumps to the first unread message that has a row; to the end if none has.
  ///
  /// - Parameter page: what follows the loaded messages; `nil` if it could not be read.
  private mutating func goToUnread(in page: Snapshot?, _ now: Int64) -> [TimelineAction] {
    guard let page, let marker = loaded.mark(of: input.owner) else { return endSearch(now) }
    if let found = firstUnread(in: page.messages, above: marker) {
      emptyPages = 0
      return tell(.jump(to: .id(found.id)), now)
    }
    switch page.newer {
    case .gap: return endSearch(now)
    case .more where emptyPages < options.emptyPages:
      emptyPages += 1
      guard let last = page.messages.last?.position else { return endSearch(now) }
      return [readNeighbour(of: last, .unreadRow)]
    case .more, .end:
      // The pages of the search do not count where the conversation is shown.
      emptyPages = 0
      return tell(.jumpToEnd, now)
    }
  }

  private mutating func readNeighbour(
    of place: Position, _ search: InFlight
  ) -> TimelineAction {
    let conversation = options.window.conversation
    let cursor = PageCursor(conversation: conversation, position: place)
    inFlight[.neighbour] = search
    return .read(
      .neighbour,
      Query(
        search == .rowBefore ? .older(than: cursor) : .newer(than: cursor), in: conversation,
        limit: search == .unreadRow ? Limits.page : 1, scope: input.shown))
  }

  /// Jumps to a row beside the last read message. If there is none before it, reads what comes
  /// after it; if there is none either, or the store fails, looks for the message itself.
  ///
  /// - Parameter page: the answer of the store; `nil` if it could not be read.
  mutating func goToNeighbour(in page: Snapshot?, _ now: Int64) -> [TimelineAction] {
    guard let search = inFlight.removeValue(forKey: .neighbour) else { return [] }
    if page == nil { diagnostics.failures += 1 }
    if search == .unreadRow { return goToUnread(in: page, now) }
    guard let marker = loaded.mark(of: input.owner), let name = marker.confirmed?.remoteID else {
      return endSearch(now)
    }
    let row = page?.messages.first
    if row == nil, page != nil, search == .rowBefore {
      return [readNeighbour(of: marker, .rowAfter)]
    }
    let actions = tell(.jump(to: row.map { .id($0.id) } ?? .remote(name)), now)
    // The row after it may be loaded: then no page is read.
    return window.wish == nil ? actions + endSearch(now) : actions
  }

  private mutating func endSearch(_ now: Int64) -> [TimelineAction] {
    (seeksUnread, emptyPages) = (false, 0)
    beginShowing()
    rebuild(.local)
    return fillView(now, after: nil)
  }

  /// Cancels the read of a row beside the last read message, if it is in flight.
  mutating func cancelNeighbour() -> [TimelineAction] {
    inFlight.removeValue(forKey: .neighbour) == nil ? [] : [.cancel(.neighbour)]
  }
}

extension TimelineTicket {
  /// The read of a row beside the last read message. The window's requests have numbers from zero.
  static let neighbour = TimelineTicket(-1)
}
