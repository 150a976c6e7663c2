import struct MessagingConformance.SeededRandom

@testable import MessagingModel

// Changes, rows, queries and what they are made of.
extension RandomValues {
  mutating func action() -> Dependent.Action {
    pick([.edit(body()), .delete, .react(text()), .unreact(text())])
  }

  mutating func dependent() -> Dependent {
    Dependent(
      id: messageID(), action: action(), sequence: number(), state: delivery(), trial: trial())
  }

  mutating func trial() -> SendTrial {
    SendTrial(
      mayBeTaken: chance(), isInFlight: chance(), since: optional { $0.timestamp() },
      notBefore: optional { $0.timestamp() })
  }

  mutating func relation() -> Relation {
    Relation(
      conversation: conversation(), target: reference(), author: participant(),
      version: version(),
      action: pick([
        .edit(body()), .delete(isModerator: chance(), leavesRow: chance()), .react(text()),
        .unreact(text()), .receipt(timestamp()), .status(delivery()),
      ]))
  }

  mutating func messageKey() -> MessageKey { MessageKey(conversation(), messageID()) }

  mutating func outboxKey() -> OutboxKey {
    OutboxKey(messageKey(), dependent: optional { $0.messageID() })
  }

  mutating func received() -> ReceivedMessage {
    ReceivedMessage(
      conversation: conversation(), position: serverPosition(), id: optional { $0.messageID() },
      sender: participant(), version: version(), body: body(),
      replyTo: optional { $0.reference() }, threadRoot: optional { $0.reference() })
  }

  mutating func outgoing() -> OutgoingMessage {
    OutgoingMessage(
      key: messageKey(), timestamp: timestamp(), body: body(),
      replyTo: optional { $0.reference() }, threadRoot: optional { $0.reference() })
  }

  mutating func page() -> HistoryPage {
    HistoryPage(
      conversation: conversation(), messages: list { $0.received() },
      reach: pick([.live, .newest, .position(serverPosition())]), reachesStart: chance(),
      token: optional { GapToken($0.text()) })
  }

  mutating func change() -> Change {
    switch random.below(19) {
    case 0: .enqueue(outgoing())
    case 1: .acknowledge(messageKey(), serverPosition())
    case 2: .amend(messageKey(), id: messageID(), action())
    case 3: .settle(outboxKey(), version())
    case 4: .fail(outboxKey(), reason())
    case 5: .retry(outboxKey())
    case 6: .cancel(outboxKey())
    case 7:
      .upload(
        messageKey(), file: path(), upload(), remote: optional { $0.text() })
    case 8: .receive(received())
    case 9: .page(page())
    case 10: .relate(relation())
    case 11: .openGap(conversation(), gap())
    case 12:
      .advance(
        StreamID(text()), from: optional { SyncToken($0.text()) },
        to: optional { SyncToken($0.text()) })
    case 13: .giveUp(conversation(), gap())
    case 14: .resetHistory(conversation())
    case 15: .tried(outboxKey(), trial())
    case 16: .read(conversation(), upTo: reference(), at: timestamp())
    case 17: .reported(conversation(), upTo: serverPosition())
    default: .forget(conversation())
    }
  }

  mutating func cursor() -> PageCursor {
    PageCursor(conversation: conversation(), position: position())
  }

  mutating func query() -> Query {
    Query(
      pick([
        .newest, .older(than: cursor()), .newer(than: cursor()), .around(reference()),
        .window(from: cursor(), to: cursor()), .outbox,
      ]), in: optional { $0.conversation() }, limit: integer(), crossesGaps: chance(),
      scope: chance() ? .everything : chance() ? .withoutReplies : .thread(reference()))
  }

  mutating func record() -> MessageRecord {
    MessageRecord(
      key: messageKey(), sender: participant(), isOutgoing: chance(), position: position(),
      timestamp: timestamp(), body: body(), parkedFiles: list { $0.attachment() },
      version: optional { $0.version() },
      replyTo: optional { $0.reference() }, threadRoot: optional { $0.reference() },
      reactions: list {
        ReactionRecord(
          reaction: Reaction(participant: $0.participant(), key: $0.text()),
          version: $0.version(), isPresent: $0.chance())
      }, delivery: delivery(), trial: trial(), dependents: list { $0.dependent() },
      hasEcho: chance())
  }

  mutating func row() -> StoredRecord {
    switch random.below(7) {
    case 0:
      .store(
        StoreRecord(
          owner: participant(), revision: revision(), nextSequence: number(),
          syncToken: optional { SyncToken($0.text()) }, lastForgotten: revision()))
    case 1:
      .conversation(
        ConversationRecord(
          id: conversation(), gaps: GapSet(gaps: list { $0.gap() }),
          readMarker: optional { $0.position() },
          unreported: optional { $0.timestamp() }, unreadFloor: integer(),
          retractions: list {
            Retraction(key: $0.messageKey(), sequence: $0.number(), trial: $0.trial())
          }, filesToRemove: list { $0.messageID() },
          highestDeleted: optional { $0.serverPosition() }, structure: revision(),
          content: revision(), metadata: revision()))
    case 2: .message(record())
    case 3:
      .receipt(
        Receipt(
          conversation: conversation(), participant: participant(), upTo: position(),
          readAt: timestamp()))
    case 4:
      .tombstone(
        Tombstone(
          conversation: conversation(), target: reference(), leavesRow: chance(),
          position: optional { $0.serverPosition() }))
    case 5: .stream(StreamRecord(id: StreamID(text()), token: SyncToken(text())))
    default:
      .waiting(
        WaitingRecord(
          conversation: conversation(), target: reference(), relations: list { $0.relation() }))
    }
  }

  mutating func commit() -> Commit {
    Commit(
      revision: revision(), kinds: ChangeKinds(rawValue: random.below(8)),
      notices: list { Notice($0.pick(Notice.Code.allCases), $0.conversation(), $0.reference()) })
  }
}
