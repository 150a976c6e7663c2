internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of flags, and of two ways of paging beside each other.
  static let rollout: [Mutant] = [
    Mutant(
      "off-by-default", kills: "ROLL-001", "Unless somebody says something, paging is the old one.",
      origin: "a flag whose default was that of its type",
      .rollout(flags: { $0.off.isEmpty ? RolloutFlags(off: [.cursorPaging]) : $0 })),
    Mutant(
      "flags-of-the-moment", kills: "ROLL-002", "A screen asks for the flags each time.",
      origin: "a static property of the remote configuration",
      .rollout(BentRollout(screening: { UnfixedScreen(shared: $1) }))),
    Mutant(
      "identity-stays", kills: "ROLL-003", "Rows keep their identity, whatever the flag says.",
      origin: "a flag that nobody read", .rollout(keeping: .identity)),
    Mutant(
      "anchor-stays", kills: "ROLL-004", "What is read stays, whatever the flag says.",
      origin: "a flag that nobody read", .rollout(keeping: .anchorPreserving)),
    Mutant(
      "cursors-stay", kills: "ROLL-005", "Pages are read by cursor, whatever the flag says.",
      origin: "a flag that nobody read", .rollout(keeping: .cursorPaging)),
    Mutant(
      "compared-by-ids", kills: "ROLL-006", "Two pages of the same messages are the same.",
      origin: "a dual run that compared what was at hand",
      .rollout(reading: { page in
        page.messages = page.messages.map { message in
          Message(
            id: message.id, conversation: message.conversation, sender: "a", isOutgoing: false,
            position: message.position, timestamp: message.timestamp, body: .redacted,
            replyTo: message.replyTo, delivery: .sent)
        }
      })),
    Mutant(
      "last-difference", kills: "ROLL-007", "The last difference is told, not the first.",
      origin: "a loop without an end",
      .rollout(
        BentRollout(comparing: { new, old in
          let verdict = PageVerdict(new, old)
          guard case .page(var new) = new, case .page(var old) = old,
            case .different(let first) = verdict, first.new == first.old, first.new != nil,
            first.index + 1 < new.messages.count
          else { return verdict }
          new.messages.removeFirst(first.index + 1)
          old.messages.removeFirst(first.index + 1)
          guard case .different(var next) = PageVerdict(.page(new), .page(old)) else {
            return verdict
          }
          next.index += first.index + 1
          return .different(next)
        }))),
    Mutant(
      "two-failures-agree", kills: "ROLL-008", "Two pages that both failed are the same.",
      origin: "two optionals that were equal",
      .rollout(
        BentRollout(comparing: { new, old in
          if case .failed = new, case .failed = old { return .same }
          return PageVerdict(new, old)
        }))),
    Mutant(
      "moved-is-compared", kills: "ROLL-008", "Pages of two revisions are compared.",
      origin: "two reads without a look at the store between them",
      .rollout(reading: { $0.revision = .zero })),
    Mutant(
      "ends-do-not-count", kills: "ROLL-009", "What lies past a page is no part of it.",
      origin: "a \"has more\" that nobody compared", .rollout(reading: { $0.older = .more })),
    Mutant(
      "quotes-do-not-count", kills: "ROLL-010", "Quoted messages are not compared.",
      origin: "replies that had lost their quotes in one of two ways",
      .rollout(reading: { $0.quotes = [:] })),
  ]
}
