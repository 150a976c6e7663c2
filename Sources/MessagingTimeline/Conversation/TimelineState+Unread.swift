internal import MessagingModel

// The search for the first unread message of an opening.
extension TimelineState {
  /// Jumps to the last read message, if all messages of the page are newer (`OPEN-007`).
  mutating func findUnread(
    _ page: Snapshot, _ purpose: WindowRequest.Purpose, _ now: Int64
  ) -> [TimelineAction] {
    guard seeksUnread else { return [] }
    let marker = loaded.mark(of: input.owner)
    switch purpose {
    // The page around the last read message is still to come, unless this one has the message.
    case .same, .older, .newer:
      guard let marker, let first = window.reading.rows.first, first.position <= marker
      else { return [] }
      // The window still looks for the old mark. Let it find a loaded row instead.
      let actions = tell(.jump(to: .id(first.id)), now)
      seeksUnread = false
      return actions
    case .initial, .around, .newest: break
    }
    guard purpose == .initial, page.unread.count > 0, let first = page.messages.first?.position,
      let marker, marker < first, let name = marker.confirmed?.remoteID
    else {
      seeksUnread = false
      return []
    }
    guard input.shown == .withoutReplies else { return tell(.jump(to: .remote(name)), now) }
    // The last read message may be a reply, which has no row. The one after it has a row.
    let cursor = PageCursor(conversation: options.window.conversation, position: marker)
    inFlight[.afterLastRead] = .afterLastRead
    return [
      .read(
        .afterLastRead,
        Query(.newer(than: cursor), in: options.window.conversation, limit: 1, scope: input.shown))
    ]
  }

  /// Jumps to the first message with a row after the last read one; without one, because something
  /// is missing between them, to the last read one itself.
  ///
  /// - Parameter page: what comes after the last read message; `nil` if it could not be read.
  mutating func goAfterLastRead(in page: Snapshot?, _ now: Int64) -> [TimelineAction] {
    inFlight[.afterLastRead] = nil
    if page == nil { diagnostics.failures += 1 }
    if let row = page?.messages.first { return tell(.jump(to: .id(row.id)), now) }
    if let name = loaded.mark(of: input.owner)?.confirmed?.remoteID {
      return tell(.jump(to: .remote(name)), now)
    }
    seeksUnread = false
    beginShowing()
    rebuild(.local)
    return fillView(now, after: nil)
  }
}

extension TimelineTicket {
  /// The read of what comes after the last read message. The window's requests have numbers from
  /// zero.
  static let afterLastRead = TimelineTicket(-1)
}
