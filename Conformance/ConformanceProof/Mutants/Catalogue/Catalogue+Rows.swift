internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

extension FaultyPart {
  /// The naive builder with another rule.
  static func naive<Rule>(
    _ name: WritableKeyPath<RowRules, Rule>, _ rule: Rule
  ) -> FaultyPart {
    var rules = RowRules()
    rules[keyPath: name] = rule
    return .rows(NaiveRows(rules: rules))
  }
}

extension MutantCatalogue {
  static let rows: [Mutant] =
    rowsOrder + rowsIdentity + rowsContent + rowsDays + rowsRuns + rowsUnread + rowsReaders
    + rowsMarkers + rowsEdges

  private static let rowsOrder: [Mutant] = [
    Mutant(
      "rows-as-they-came", kills: "ROWS-001", "Messages are shown in the order of the snapshot.",
      origin: "a list that was sorted by whoever filled it",
      .naive(\.messages) { now in
        RowRules.naiveMessages(now).sorted { left, right in
          let ids = now.snapshot.messages.map(\.id)
          return (ids.firstIndex(of: left.id) ?? 0) < (ids.firstIndex(of: right.id) ?? 0)
        }
      }),
    Mutant(
      "sorted-by-time-alone", kills: "ROWS-001",
      "Messages of one moment keep the order in which they came.",
      origin: "seed 004: equal times changed places between two refreshes",
      .naive(\.messages) { now in
        let known = RowRules.naiveMessages(now)
        let came = now.snapshot.messages.map(\.id)
        return known.enumerated().sorted { left, right in
          let times = [left, right].map { $0.element.position.confirmed?.serverTime ?? 0 }
          guard left.element.position.confirmed != nil, right.element.position.confirmed != nil,
            times[0] == times[1]
          else { return left.offset < right.offset }
          let places = [left, right].map { came.firstIndex(of: $0.element.id) ?? 0 }
          return places[0] < places[1]
        }.map(\.element)
      }),
    Mutant(
      "tail-by-the-clock", kills: "ROWS-002",
      "An unsent message is shown among the others by the device's clock.",
      origin: "own messages jumped above others' when the clock was wrong",
      .naive(\.messages) { now in
        var rows = RowRules.naiveMessages(now).filter { $0.position.confirmed != nil }
        for message in now.snapshot.messages where message.position.confirmed == nil {
          let place = rows.firstIndex { message.timestamp < $0.instant }
          rows.insert(message, at: place ?? rows.endIndex)
        }
        return rows
      }),
    Mutant(
      "new-rows-at-the-end", kills: "ROWS-003",
      "Rows that are shown keep their order; new ones go below.",
      origin: "seed 001: a late message was shown last until people left the screen",
      .naive(\.messages) { now in
        let known = RowRules.naiveMessages(now)
        let shown = now.previous.rows.compactMap { row in
          known.first { .message($0.id) == row.id }
        }
        return shown + known.filter { message in !shown.contains { $0.id == message.id } }
      }),
  ]

  private static let rowsIdentity: [Mutant] = [
    Mutant(
      "row-named-by-remote-id", kills: "ROWS-004",
      "The row of a message that the server took is named by its remote id.",
      origin: "seed 004: `id: \\.txId`",
      .naive(\.id) { now, index in
        let message = now.messages[index]
        guard message.isOutgoing, let name = message.remoteID else { return .message(message.id) }
        return .message(MessageID(derivedFrom: name, in: message.conversation))
      }),
    Mutant(
      "edited-row-is-a-new-row", kills: "ROWS-004",
      "The version of a message is part of the name of its row.",
      origin: "seed 001: a version in the identifier made the list draw itself again",
      .naive(\.id) { now, index in
        let message = now.messages[index]
        let order = UInt64(bitPattern: message.version?.order ?? 0)
        return .message(MessageID(high: message.id.high ^ order << 32, low: message.id.low))
      }),
    Mutant(
      "first-of-two-stays", kills: "ROWS-005",
      "Of two messages with one id the one that comes first is shown.",
      origin: "`uniqued()` after pages were joined",
      .naive(\.messages) { now in
        var kept: [Message] = []
        for message in now.snapshot.messages where !kept.contains(where: { $0.id == message.id }) {
          kept.append(message)
        }
        return kept.sorted { NaiveOrder.precedes($0.position, $1.position) }
      }),
    Mutant(
      "duplicates-in-silence", kills: "ROWS-005", "A duplicate id is not reported.",
      origin: "a defect of a store that was found a year later",
      .naive(\.faults) { _ in [] }),
    Mutant(
      "version-for-every-look", kills: "ROWS-006",
      "Each look at a conversation makes another version.",
      origin: "background writes that changed nothing made the screen draw itself again",
      .naive(\.version) { now, _ in now.previous.version + 1 }),
    Mutant(
      "version-of-structure", kills: "ROWS-007",
      "The version changes when rows come, go or move, and at nothing else.",
      origin: "a check mark that waited for the next message",
      .naive(\.version) { now, rows in
        now.previous.version + (rows.map(\.id) == now.previous.rows.map(\.id) ? 0 : 1)
      }),
  ]

  private static let rowsContent: [Mutant] = [
    Mutant(
      "row-without-waiting-changes", kills: "ROWS-008",
      "The row does not hold the changes that wait to be sent.",
      origin: "an edit on its way looked like one that had arrived",
      .naive(\.shown) { message in
        var message = RowRules.naiveShown(message)
        message.dependents = []
        return message
      }),
    Mutant(
      "quotes-from-the-window", kills: "ROWS-009",
      "A quoted message is looked for among the rows.",
      origin: "seed 000: answers whose question was not loaded came without it, then grew",
      .naive(\.quote) { now, message in
        message.replyTo.flatMap { name in now.messages.first { $0.references.contains(name) } }
      }),
    Mutant(
      "quote-kept", kills: "ROWS-010",
      "The quote of a message that did not change is taken from the row that is shown.",
      origin: "rows that were cached by the version of their own message",
      .naive(\.quote) { now, message in
        let shown = now.previous.row(.message(message.id))?.message
        return shown?.message == message ? shown?.quote : now.snapshot.quote(for: message)
      }),
    Mutant(
      "link-swallows-the-full-stop", kills: "ROWS-029",
      "The punctuation of the sentence belongs to the link.",
      origin: "links that led to \"page not found\"",
      .naive(\.derived) { body in
        var derived = NaiveLinks.derived(body)
        let bytes = Array((body.plainText?.string ?? "").utf8)
        derived.links = derived.links.map { link in
          let isStop =
            bytes.indices.contains(link.upperBound)
            && ".,)".utf8.contains(bytes[link.upperBound])
          return link.lowerBound..<(link.upperBound + (isStop ? 1 : 0))
        }
        return derived
      }),
    Mutant(
      "links-in-characters", kills: "ROWS-029", "Links are counted in characters.",
      origin: "after an emoji the underline was beside the link",
      .naive(\.derived) { body in
        var derived = NaiveLinks.derived(body)
        let text = body.plainText?.string ?? ""
        let count = { (bytes: Int) in
          String(decoding: text.utf8.prefix(bytes), as: UTF8.self).count
        }
        derived.links = derived.links.map { count($0.lowerBound)..<count($0.upperBound) }
        return derived
      }),
    Mutant(
      "everybody-is-people", kills: "ROWS-030", "A service line is a message like others.",
      origin: "\"Ann joined\" in a bubble with Ann's picture",
      .naive(\.derived) { body in
        var derived = NaiveLinks.derived(body)
        derived.isSystem = false
        return derived
      }),
    Mutant(
      "deletion-keeps-its-reactions", kills: "ROWS-032",
      "The row of a deleted message shows what the message had.",
      origin: "\"This message was deleted\", with five hearts",
      .naive(\.shown) { $0 }),
  ]
}
