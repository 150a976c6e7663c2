internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let receipts: [Mutant] = [
    Mutant(
      "receipt-needs-its-message", kills: "RECEIPT-001",
      "A receipt is joined with its message, and missing on pages without it.",
      origin: "older messages lost their readers when the newer ones were scrolled away"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        let places = Set(snapshot.messages.map(\.position))
        snapshot.receipts.removeAll { !places.contains($0.upTo) }
        return snapshot
      }
    },
    Mutant(
      "receipt-goes-back", kills: "RECEIPT-002",
      "A receipt replaces the one before it without comparing.",
      origin: "check marks vanished again"
    ) { hooks in hooks.forgetReceipts { $0 != "me" } },
    Mutant(
      "state-goes-back", kills: "RECEIPT-003", "A delivery state is stored as it comes.",
      origin: "a read message became delivered again"
    ) { hooks in
      let isState = Memory(false)
      hooks.watch { changes in
        isState.set(
          changes.relations.contains { if case .status = $0.action { true } else { false } })
      }
      hooks.loadMessages { record in
        var record = record
        if isState.current, record.position.confirmed != nil { record.delivery = .sending }
        return record
      }
    },
    Mutant(
      "reader-named-per-receipt", kills: "RECEIPT-004", "A reader is named once per receipt.",
      origin: "two devices of one person were counted as two readers"
    ) { hooks in
      let all = Memory<[Receipt]>([])
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        let found = snapshot.receipts
        snapshot.receipts = all.withLock { all in
          all += found.filter { !all.contains($0) }
          let conversations = Set(found.map(\.conversation))
          return all.filter { conversations.contains($0.conversation) }
        }
        return snapshot
      }
    },
    Mutant(
      "known-batch-skipped", kills: "RECEIPT-005",
      "A batch in which all messages are known is skipped with everything in it.",
      origin: "an early return for duplicates"
    ) { hooks in
      let known = Memory<Set<RemoteID>>([])
      hooks.onApply = { changes in
        let names = Set(changes.received.map(\.position.remoteID))
        let isKnown = !names.isEmpty && known.current.isSuperset(of: names)
        known.withLock { $0.formUnion(names) }
        return isKnown && !changes.relations.isEmpty ? [] : changes
      }
    },
    Mutant(
      "system-lines-count", kills: "RECEIPT-006", "Lines of the service count as unread.",
      origin: "a badge that led to \"Ann joined\""
    ) { hooks in
      let lines = Memory<[ConversationID: Set<RemoteID>]>([:])
      hooks.watch { changes in
        for message in changes.arriving {
          guard case .system = message.body else { continue }
          lines.withLock {
            _ = $0[message.conversation, default: []].insert(message.position.remoteID)
          }
        }
      }
      hooks.onHeader = { header in
        var header = header
        header.unread += lines.current[header.record.id]?.count ?? 0
        return header
      }
    },
    Mutant(
      "marker-goes-back", kills: "RECEIPT-007",
      "An older read marker of another device replaces the newer one.",
      origin: "unread messages came back after reading elsewhere"
    ) { hooks in hooks.forgetReceipts { $0 == "me" } },
    Mutant(
      "reset-zeroes-unread", kills: "RECEIPT-008",
      "Clearing the history forgets how much was unread.",
      origin: "the badge vanished and came back"
    ) { hooks in hooks.writeConversations { $0.unreadFloor = 0 } },
    Mutant(
      "gap-forgotten-in-the-count", kills: "RECEIPT-009",
      "The unread count is returned as exact although there is a gap above the marker.",
      origin: "unread went from 2 to 1 after a gap"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        snapshot.unread = Unread(count: snapshot.unread.count, isLowerBound: false)
        return snapshot
      }
    },
    Mutant(
      "sending-marks-as-read", kills: "RECEIPT-010",
      "A message that the server took moves the read marker to itself.",
      origin: "answering from a notification marked everything as read"
    ) { hooks in
      hooks.applyEach { change in
        guard case .acknowledge(let key, let place) = change else { return [change] }
        let receipt = Relation(
          conversation: key.conversation, target: .remote(place.remoteID), author: "me",
          version: .original, action: .receipt(place.timestamp))
        return [change, .relate(receipt)]
      }
    },
    Mutant(
      "deletion-lowers-the-count-each-time", kills: "RECEIPT-011",
      "Each report of a deletion lowers the unread count by one.",
      origin: "unread was too low after a deletion was reported again"
    ) { hooks in
      let reports = Memory<[MessageReference: Int]>([:])
      hooks.watch { changes in
        for relation in changes.relations {
          guard case .delete = relation.action else { continue }
          reports.withLock { $0[relation.target, default: 0] += 1 }
        }
      }
      hooks.onHeader = { header in
        var header = header
        let repeated = reports.current.values.map { $0 - 1 }.reduce(0, +)
        header.unread = max(0, header.unread - repeated)
        return header
      }
    },
    Mutant(
      "receipt-of-a-deleted-message-lost", kills: "RECEIPT-012",
      "The note of a deletion does not keep the place of the message.",
      origin: "readers vanished with the message they had read up to"
    ) { hooks in
      let isAsked = Memory(false)
      hooks.watch { changes in
        isAsked.set(
          changes.relations.contains { if case .receipt = $0.action { true } else { false } })
      }
      hooks.onLoad = { row in
        guard isAsked.current, case .tombstone(var tombstone) = row else { return row }
        tombstone.position = nil
        return .tombstone(tombstone)
      }
    },
    Mutant(
      "place-of-the-cancelled-lost", kills: "RECEIPT-020",
      "A cancelled message that arrives all the same is dropped, and its place with it.",
      origin: "receipts for what was taken back waited for ever"
    ) { hooks in
      let cancelled = Memory<Set<MessageID>>([])
      let nameless = Memory<Set<RemoteID>>([])
      hooks.onApply = { changes in
        for case .cancel(let key) in changes where key.dependent == nil {
          cancelled.withLock { _ = $0.insert(key.message.id) }
        }
        return changes.filter { change in
          guard case .receive(let message) = change else { return true }
          let name = message.position.remoteID
          guard let id = message.id else {
            nameless.withLock { _ = $0.insert(name) }
            return true
          }
          return !cancelled.current.contains(id) || nameless.current.contains(name)
        }
      }
    },
    Mutant(
      "receipt-stays-behind", kills: "RECEIPT-021",
      "A receipt keeps the place that its message had.",
      origin: "everything was read, because an own message had been at the end for a moment"
    ) { hooks in
      let places = Memory<[ParticipantID: Position]>([:])
      hooks.onWrite = { edits in
        edits.filter { edit in
          guard case .put(.receipt(let receipt)) = edit else { return true }
          let before = places.withLock {
            $0.updateValue(receipt.upTo, forKey: receipt.participant)?.confirmed
          }
          let place = receipt.upTo.confirmed
          return before?.remoteID != place?.remoteID || before == place
        }
      }
    },
    Mutant(
      "lower-receipt-forgotten", kills: "RECEIPT-022",
      "Of two receipts the lower one is forgotten at once.",
      origin: "a reader who had read less after a message found its place"
    ) { hooks in
      hooks.onWrite = { edits in
        edits.filter { edit in
          guard case .put(.waiting(let record)) = edit else { return true }
          return record.relations.allSatisfy { $0.target == record.target }
        }
      }
    },
    Mutant(
      "reset-pins-receipts", kills: "RECEIPT-021",
      "Clearing the history forgets for which messages receipts are.",
      origin: "unread messages that came back with the history"
    ) { hooks in
      let isReset = Memory(false)
      let isArriving = Memory(false)
      let pinned = Memory<Set<MessageReference>>([])
      hooks.watch { changes in
        isReset.set(changes.contains { if case .resetHistory = $0 { true } else { false } })
        isArriving.set(!isReset.current && !changes.arriving.isEmpty)
      }
      hooks.onWrite = { edits in
        for case .put(.waiting(let record)) in edits where isReset.current {
          pinned.withLock { _ = $0.insert(record.target) }
        }
        return edits
      }
      hooks.onLoad = { row in
        guard isArriving.current, case .waiting(let record) = row,
          pinned.current.contains(record.target)
        else { return row }
        return nil
      }
    },
  ]

  static let readings: [Mutant] = [
    Mutant(
      "reading-not-kept", kills: "RECEIPT-013",
      "Reading counts at once, but it is not stored that it has to be reported.",
      origin: "read on the train, unread again on every other device"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        snapshot.readings = []
        return snapshot
      }
    },
    Mutant(
      "reported-for-ever", kills: "RECEIPT-014",
      "A reported read position stays marked as unreported.",
      origin: "the same receipt was sent at each start"
    ) { hooks in
      hooks.applyEach { change in if case .reported = change { [] } else { [change] } }
    },
    Mutant(
      "known-elsewhere-reported-again", kills: "RECEIPT-015",
      "A receipt of the server does not clear the unreported read position.",
      origin: "a phone told the server what the tablet had told it"
    ) { hooks in
      let kept = Memory<[ConversationID: Timestamp]>([:])
      let isSaid = Memory(false)
      hooks.watch { changes in
        kept.set([:])
        isSaid.set(
          changes.relations.contains { relation in
            if case .receipt = relation.action { relation.author == "me" } else { false }
          })
      }
      hooks.onLoad = { row in
        if case .conversation(let record) = row, let time = record.unreported, isSaid.current {
          kept.withLock { $0[record.id] = time }
        }
        return row
      }
      hooks.writeConversations { record in
        if record.unreported == nil { record.unreported = kept.current[record.id] }
      }
    },
    Mutant(
      "older-reading-counts", kills: "RECEIPT-016",
      "Reading an older message moves the marker back.",
      origin: "scrolling up through history marked everything below as unread"
    ) { hooks in
      let isRead = Memory(false)
      hooks.watch { changes in
        isRead.set(changes.contains { if case .read = $0 { true } else { false } })
      }
      hooks.onLoad = { row in
        guard isRead.current else { return row }
        if case .receipt(let receipt) = row, receipt.participant == "me" { return nil }
        guard case .conversation(var record) = row else { return row }
        record.readMarker = nil
        return .conversation(record)
      }
    },
    Mutant(
      "reset-forgets-what-was-read", kills: "RECEIPT-017",
      "Clearing the history drops the unreported read position.",
      origin: "a cache was cleared before the network was back"
    ) { hooks in
      let isReset = Memory(false)
      hooks.watch { changes in
        isReset.set(changes.contains { if case .resetHistory = $0 { true } else { false } })
      }
      hooks.writeConversations { if isReset.current { $0.unreported = nil } }
    },
    Mutant(
      "removed-is-not-read", kills: "RECEIPT-018",
      "Reading a message that was removed meanwhile reads nothing.",
      origin: "the newest message was deleted under the reader's eyes"
    ) { hooks in
      let removed = Memory<Set<MessageReference>>([])
      hooks.onApply = { changes in
        for relation in changes.relations {
          guard case .delete = relation.action else { continue }
          removed.withLock { _ = $0.insert(relation.target) }
        }
        return changes.filter { change in
          guard case .read(_, let target, _) = change else { return true }
          return !removed.current.contains(target)
        }
      }
    },
    Mutant(
      "readings-are-not-unsent", kills: "RECEIPT-019",
      "A conversation with nothing unsent but a reading is not named.",
      origin: "receipts went out with the next message only"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard case .unsent = query.kind else { return snapshot }
        var snapshot = snapshot
        snapshot.readings = []
        return snapshot
      }
    },
  ]

  static let capabilities: [Mutant] = [
    Mutant(
      "clock-of-its-own", kills: "CAPA-001",
      "Announcements wait on a clock that never advances, although virtual time is declared.",
      origin: "a subject that took the clock and did not use it"
    ) { hooks in
      hooks.onAnnouncements = { options in
        AnnouncementOptions(clock: ManualClock(), metadataInterval: options.metadataInterval)
      }
    },
    Mutant(
      "new-store-has-a-token", kills: "CAPA-003", "A new store begins with a sync token.",
      origin: "a default value that looked like progress"
    ) { hooks in
      hooks.onToken = { $0 ?? "0" }
    },
  ]
}

extension MutantHooks {
  /// Hides the stored receipt of some people from a receipt for another message.
  fileprivate mutating func forgetReceipts(
    of isChosen: @escaping @Sendable (ParticipantID) -> Bool
  ) {
    let targets = Memory<Set<MessageReference>>([])
    watch { changes in
      targets.set(
        Set(
          changes.relations.compactMap { relation in
            if case .receipt = relation.action { relation.target } else { nil }
          }))
    }
    onLoad = { row in
      guard case .receipt(let receipt) = row, isChosen(receipt.participant),
        let name = receipt.upTo.confirmed?.remoteID,
        !targets.current.contains(.remote(name))
      else { return row }
      return nil
    }
  }
}
