internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of what a list of conversations shows, and in which order.
  static let conversationLists: [Mutant] = [
    Mutant(
      "previews-come-later", kills: "LIST-001", "Names first, what they say with the next commit.",
      origin: "a cell that fetched its own last message",
      .conversations(entries: { entries, taken in
        taken.isEmpty ? entries.map { ConversationEntry($0.id) } : entries
      })),
    Mutant(
      "no-conversations-at-first", kills: "LIST-002", "An empty list until the store answers.",
      origin: "a list that began as an empty array",
      .conversations(noting: false) { bent, event in
        guard case .ready = event, !bent.notes else { return bent.part.handle(event) }
        bent.notes = true
        return [
          .show(
            ConversationListUpdate(entries: [], diff: ConversationListDiff(), revision: .zero))
        ]
      }),
    Mutant(
      "list-by-the-authors-clock", kills: "LIST-003",
      "The list is sorted by the authors' timestamps.", origin: "seed 001: a sort by date",
      .conversations(entries: { entries, _ in
        entries.sorted(by: { entry in
          entry.preview?.position.confirmed?.timestamp.milliseconds ?? .max
        })
      })),
    Mutant(
      "ties-upside-down", kills: "LIST-003", "Of two that are equal the greater name comes first.",
      origin: "a sort by descending pairs",
      .conversations(entries: { entries, _ in
        entries.sorted { upper, lower in
          guard let place = upper.preview?.position, place == lower.preview?.position else {
            return upper.isAbove(lower)
          }
          return upper.id > lower.id
        }
      })),
    Mutant(
      "unsent-by-its-clock", kills: "LIST-004",
      "Unsent messages are sorted by the device's clock.",
      origin: "seed 002: a local date in the place of the server's",
      .conversations(entries: { entries, _ in
        entries.sorted(by: { $0.preview?.time.milliseconds ?? .min })
      })),
    Mutant(
      "edit-moves-a-conversation", kills: "LIST-005",
      "The last edited conversation is on top.", origin: "a list by the date of the last change",
      .conversations(entries: { entries, taken in
        let edited = entries.filter { entry in
          let before = taken.first { $0.id == entry.id }?.preview
          guard let before, let now = entry.preview, before.message == now.message else {
            return false
          }
          return before.body != now.body && now.body != .redacted
        }
        return edited + entries.filter { !edited.contains($0) }
      })),
    Mutant(
      "deleted-preview-stays", kills: "LIST-006",
      "The last message is kept beside the messages, and only replaced by a newer one.",
      origin: "a column with the last message",
      .conversations(noting: [:] as [ConversationID: Message]) { bent, event in
        guard case .read(let ticket, var page) = event, let last = page.messages.last else {
          return bent.part.handle(event)
        }
        let known = bent.notes[last.conversation]
        if let known, known.position.confirmed != nil,
          !page.messages.contains(where: { $0.id == known.id })
        {
          page.messages.append(known)
        } else {
          bent.notes[last.conversation] = last
        }
        return bent.part.handle(.read(ticket, page))
      }),
    Mutant(
      "deleted-preview-is-skipped", kills: "LIST-007",
      "A message without text is never the last message.",
      origin: "a query for messages with a body",
      .conversations(reading: { page in
        var page = page
        page.messages.removeAll { $0.body == .redacted }
        return page
      })),
    Mutant(
      "hidden-preview", kills: "LIST-008", "The list ignores who is hidden.",
      origin: "a block that was a filter of the conversation alone",
      .conversations(options: { $0.input.hidden = [] })),
    Mutant(
      "reply-in-preview", kills: "LIST-008", "The newest message is shown, wherever it is.",
      origin: "a thread that was as loud as its conversation",
      .conversations(options: { $0.input.shown = .everything })),
    Mutant(
      "hidden-at-the-next-commit", kills: "LIST-009",
      "A hidden person stays visible until the next commit.",
      origin: "a preview that was made when it was written",
      .conversations(noting: nil as ConversationListEvent?) { bent, event in
        if case .shown = event {
          bent.notes = event
          return []
        }
        guard case .committed = event, let shown = bent.notes else {
          return bent.part.handle(event)
        }
        bent.notes = nil
        return bent.part.handle(shown) + bent.part.handle(event)
      }),
    Mutant(
      "first-words-stay", kills: "LIST-010", "A preview is made when its message comes.",
      origin: "a copy of the text beside the conversation",
      .conversations(entry: { entry, before in
        guard let known = before?.preview, known.message == entry.preview?.message,
          entry.preview?.body != .redacted
        else { return entry }
        var entry = entry
        entry.preview?.body = known.body
        return entry
      })),
    Mutant(
      "unread-stays-until-a-message", kills: "LIST-011",
      "The unread count is updated only when a message comes.", origin: "a badge that only went up",
      .conversations(entry: { entry, before in
        guard let before, before.preview?.message == entry.preview?.message else { return entry }
        var entry = entry
        entry.unread = before.unread
        return entry
      })),
    Mutant(
      "first-delivery-state-stays", kills: "LIST-012",
      "The state of a message is read with the message.",
      origin: "a clock icon beside a message that was read long ago",
      .conversations(entry: { entry, before in
        guard let known = before?.preview, known.message == entry.preview?.message else {
          return entry
        }
        var entry = entry
        entry.preview?.delivery = known.delivery
        return entry
      })),
  ]
}

extension [ConversationEntry] {
  /// The greatest first, as they are where two are equal; those without a preview last.
  fileprivate func sorted(by key: (ConversationEntry) -> Int64) -> [ConversationEntry] {
    let keyed = enumerated().map { (place: $0, entry: $1, key: $1.preview == nil ? .min : key($1)) }
    return keyed.sorted { $0.key != $1.key ? $0.key > $1.key : $0.place < $1.place }
      .map(\.entry)
  }
}
