internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let order: [Mutant] = [
    Mutant(
      "ties-by-identity", kills: "ORDER-001",
      "Messages of one moment are sorted by their identity, not by their remote id.",
      origin: "equal timestamps swapped places between two loads"
    ) { hooks in
      hooks.onScanned = { rows, scan in
        let sorted = rows.sorted { left, right in
          guard let first = left.position.confirmed, let second = right.position.confirmed,
            first.serverTime == second.serverTime, first.timestamp == second.timestamp
          else { return left.position < right.position }
          return left.key.id < right.key.id
        }
        return scan.isAscending ? sorted : sorted.reversed()
      }
    },
    Mutant(
      "history-forgets-timestamps", kills: "ORDER-002",
      "A page of history stores the server's time in both fields.",
      origin: "a conversation changed its order when it was loaded again"
    ) { hooks in
      hooks.applyPages { page in
        page.with(
          messages: page.messages.map { message in
            let place = message.position
            return message.with(
              ServerPosition(
                serverTime: place.serverTime, timestamp: place.serverTime,
                remoteID: place.remoteID))
          })
      }
    },
    Mutant(
      "late-message-appended", kills: "ORDER-003",
      "A live message that is older than the newest one is put at the end.",
      origin: "a late message was shown last until people left the conversation"
    ) { hooks in
      let newest = Memory<[ConversationID: ServerPosition]>([:])
      let known = Memory<Set<RemoteID>>([])
      hooks.onApply = { changes in
        changes.map { change in
          for message in [change].arriving {
            let name = message.position.remoteID
            let last = newest.current[message.conversation]
            let isNew = known.withLock { $0.insert(name).inserted }
            if case .receive = change, let last, isNew,
              message.position.serverTime < last.serverTime
            {
              return .receive(message.with(last.above(for: name)))
            }
            newest.withLock { newest in
              newest[message.conversation] = max(last ?? message.position, message.position)
            }
          }
          return change
        }
      }
    },
    Mutant(
      "unsent-by-device-clock", kills: "ORDER-004",
      "Unsent messages are sorted by the time that the device's clock showed.",
      origin: "messages changed their order after the clock was set back"
    ) { hooks in
      hooks.onScanned = { rows, scan in
        let unsent = rows.filter { $0.position.confirmed == nil }.sorted { left, right in
          left.timestamp != right.timestamp
            ? left.timestamp < right.timestamp : left.position < right.position
        }
        let confirmed = rows.filter { $0.position.confirmed != nil }
        return scan.isAscending ? confirmed + unsent : unsent.reversed() + confirmed
      }
    },
    Mutant(
      "unsent-among-confirmed", kills: "ORDER-005",
      "An unsent message is placed among the confirmed ones by the device's clock.",
      origin: "own messages jumped above others' when the clock was wrong"
    ) { hooks in
      hooks.onScanned = { rows, scan in
        let ascending = scan.isAscending ? rows : rows.reversed()
        var sorted = ascending.filter { $0.position.confirmed != nil }
        for row in ascending where row.position.confirmed == nil {
          let place = sorted.firstIndex { other in
            other.position.confirmed.map { $0.serverTime > row.timestamp } ?? false
          }
          sorted.insert(row, at: place ?? sorted.endIndex)
        }
        return scan.isAscending ? sorted : sorted.reversed()
      }
    },
    Mutant(
      "new-row-on-acknowledgement", kills: "ORDER-006",
      "A message that the server took is shown under an identity made from its remote id.",
      origin: "row identity was the network's transaction id"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        for (index, message) in snapshot.messages.enumerated()
        where message.isOutgoing && message.version == nil {
          guard let name = message.remoteID else { continue }
          snapshot.messages[index].id = MessageID(derivedFrom: name, in: message.conversation)
        }
        return snapshot
      }
    },
    Mutant(
      "caption-is-all-that-counts", kills: "ORDER-007",
      "A newer version of a photo is not written when its caption is the same.",
      origin: "equality compared a few favourite fields"
    ) { hooks in
      let written = Memory<[MessageKey: MessageRecord]>([:])
      hooks.writeMessages { record in
        if let known = written.current[record.key], known.version != nil,
          record.version != known.version,
          case .media(let new) = record.body, case .media(let old) = known.body,
          new.caption == old.caption
        {
          record.body = known.body
          record.version = known.version
        }
        let result = record
        written.withLock { $0[result.key] = result }
      }
    },
  ]

  static let identity: [Mutant] = [
    Mutant(
      "second-row-without-client-id", kills: "ORDER-008",
      "A message that arrives again without its sender's id is not recognised.",
      origin: "live events and history named messages differently"
    ) { hooks in
      let nameless = Memory<Set<RemoteID>>([])
      hooks.watch { changes in
        nameless.set(
          Set(changes.received.filter { $0.id == nil }.map(\.position.remoteID)))
      }
      hooks.loadMessages { record in
        guard let name = record.remoteID, nameless.current.contains(name), !record.isOutgoing
        else { return record }
        return record.hasDerivedID ? record : nil
      }
    },
    Mutant(
      "id-of-this-store", kills: "ORDER-020",
      "A message that arrives without an id gets one that only this store computes.",
      origin: "each row had a random id, and everything of the owner was lost at a reset"
    ) { hooks in
      hooks.applyEach { change in
        guard case .receive(let message) = change else { return [change] }
        return [.receive(message.namedHere)]
      }
      hooks.applyPages { page in page.with(messages: page.messages.map(\.namedHere)) }
    },
    Mutant(
      "echo-beside-its-original", kills: "ORDER-009",
      "An acknowledgement does not look whether the server's echo is here already.",
      origin: "two bubbles, one of them failed, when the server was slow"
    ) { hooks in
      let taken = Memory<Set<RemoteID>>([])
      hooks.watch { taken.set(Set($0.acknowledged.map(\.remoteID))) }
      hooks.loadMessages { record in
        guard let name = record.remoteID, taken.current.contains(name), record.isOutgoing
        else { return record }
        return record.hasDerivedID ? nil : record
      }
    },
    Mutant(
      "stale-edit-wins", kills: "ORDER-010",
      "An edit is taken without comparing its version with the stored one.",
      origin: "two devices edited at once and the older edit stayed"
    ) { hooks in
      let isEdit = Memory(false)
      hooks.watch { changes in
        isEdit.set(
          changes.relations.contains { if case .edit = $0.action { true } else { false } })
      }
      hooks.loadMessages { record in
        var record = record
        if isEdit.current { record.version = record.version.map { _ in Version(order: .min) } }
        return record
      }
    },
    Mutant(
      "server-copy-hides-own-edit", kills: "ORDER-011",
      "A copy from the server throws away the owner's edit that waits.",
      origin: "text flipped back while an edit was on its way"
    ) { hooks in
      let isArrival = Memory(false)
      hooks.watch { isArrival.set(!$0.arriving.isEmpty) }
      hooks.writeMessages { record in
        guard isArrival.current else { return }
        record.dependents.removeAll { if case .edit = $0.action { true } else { false } }
      }
    },
    Mutant(
      "early-relation-dropped", kills: "ORDER-012",
      "A relation to a message that is not stored yet is dropped.",
      origin: "a reaction that overtook its message was never seen"
    ) { hooks in
      hooks.onWrite = { edits in
        edits.filter { if case .put(.waiting) = $0 { false } else { true } }
      }
    },
    Mutant(
      "deleted-row-remembers-its-version", kills: "ORDER-014",
      "A deleted row keeps the version of an edit, if the edit came first.",
      origin: "two devices disagreed about a deleted message"
    ) { hooks in
      let loaded = Memory<[MessageKey: Version]>([:])
      hooks.loadMessages { record in
        loaded.withLock { $0[record.key] = record.version }
        return record
      }
      hooks.writeMessages { record in
        if record.body == .redacted, record.version == nil {
          record.version = loaded.current[record.key]
        }
      }
    },
    Mutant(
      "reaction-moves-the-message", kills: "ORDER-015",
      "A reaction touches the message's time, and so its place.",
      origin: "a list sorted by last change"
    ) { hooks in
      hooks.writeMessages { record in
        guard !record.reactions.isEmpty, let place = record.position.confirmed else { return }
        record.position = .confirmed(place.above(for: place.remoteID))
      }
    },
    Mutant(
      "acknowledged-stays-last", kills: "ORDER-016",
      "A message that the server placed among older ones stays at the end.",
      origin: "the sender saw another order than everybody else"
    ) { hooks in
      let newest = Memory<[ConversationID: ServerPosition]>([:])
      hooks.onApply = { changes in
        for message in changes.arriving {
          newest.withLock { newest in
            let known = newest[message.conversation] ?? message.position
            newest[message.conversation] = max(known, message.position)
          }
        }
        return changes.map { change in
          guard case .acknowledge(let key, let place) = change,
            let last = newest.current[key.conversation], place.serverTime < last.serverTime
          else { return change }
          return .acknowledge(key, last.above(for: place.remoteID))
        }
      }
    },
    Mutant(
      "answers-what-came-last", kills: "ORDER-019",
      "A message's reply target is that of the copy that came last.",
      origin: "a quote vanished when history was loaded"
    ) { hooks in
      let answered = Memory<[RemoteID: MessageReference]>([:])
      hooks.watch { changes in
        for message in changes.arriving {
          guard let target = message.replyTo else { continue }
          answered.withLock { $0[message.position.remoteID] = target }
        }
      }
      hooks.writeMessages { record in
        guard let target = record.remoteID.flatMap({ answered.current[$0] }) else { return }
        record.replyTo = target
      }
    },
    Mutant(
      "same-text-is-same-message", kills: "ORDER-017",
      "A new message with the text and time of another one is treated as the same message.",
      origin: "the second of two identical texts was swallowed"
    ) { hooks in
      let known = Memory<[OutgoingText: MessageID]>([:])
      hooks.applyEach { change in
        guard case .enqueue(let message) = change else { return [change] }
        let text = OutgoingText(
          conversation: message.key.conversation, timestamp: message.timestamp, body: message.body)
        let first = known.withLock { known in
          known[text] = known[text] ?? message.key.id
          return known[text]
        }
        return first == message.key.id ? [change] : []
      }
    },
    Mutant(
      "duplicate-aborts-page", kills: "ORDER-018",
      "A page that names one message twice is not stored.",
      origin: "sync ended at a unique index"
    ) { hooks in
      hooks.onBatches = { changes in
        let isTwice = changes.contains { change in
          guard case .page(let page) = change else { return false }
          return Set(page.messages.map(\.position.remoteID)).count < page.messages.count
        }
        return isTwice ? [] : [changes]
      }
    },
  ]

  private struct OutgoingText: Hashable {
    let conversation: ConversationID
    let timestamp: Timestamp
    let body: Body
  }
}
