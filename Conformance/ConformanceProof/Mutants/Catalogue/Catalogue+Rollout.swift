internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of flags, and of two ways of paging beside each other.
  static let rollout: [Mutant] = [
    Mutant(
      "off-by-default", kills: "ROLL-001", "By default, paging is the old one.",
      origin: "a flag whose default was that of its type",
      .rollout(flags: { $0.off.isEmpty ? RolloutFlags(off: [.cursorPaging]) : $0 })),
    Mutant(
      "flags-of-the-moment", kills: "ROLL-002", "A screen reads the flags each time.",
      origin: "a static property of the remote configuration",
      .rollout(BentRollout(screening: { UnfixedScreen(shared: $1) }))),
    Mutant(
      "identity-stays", kills: "ROLL-003", "Rows keep their identity, whatever the flag.",
      origin: "a flag that nobody read", .rollout(keeping: .identity)),
    Mutant(
      "anchor-stays", kills: "ROLL-004", "The row being read stays, whatever the flag.",
      origin: "a flag that nobody read", .rollout(keeping: .anchorPreserving)),
    Mutant(
      "cursors-stay", kills: "ROLL-005", "Pages are read by cursor, whatever the flag.",
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
      "last-difference", kills: "ROLL-007", "The last difference is reported, not the first.",
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
      "ends-do-not-count", kills: "ROLL-009", "What follows a page is not compared.",
      origin: "a \"has more\" that nobody compared", .rollout(reading: { $0.older = .more })),
    Mutant(
      "quotes-do-not-count", kills: "ROLL-010", "Quoted messages are not compared.",
      origin: "replies that had lost their quotes in one of two ways",
      .rollout(reading: { $0.quotes = [:] })),
    Mutant(
      "dual-says-what-differs", kills: "ROLL-011",
      "Two pages that are the same are not reported.", origin: "a report of what is wrong",
      .rollout(paging: .reportsDifferences)),
    Mutant(
      "dual-gives-cursors", kills: "ROLL-012", "Comparing returns the new page, whatever the flag.",
      origin: "a dual run that gave the better page", .rollout(paging: .givesCursors)),
    Mutant(
      "dual-fails-together", kills: "ROLL-013", "If one way fails, there is no page.",
      origin: "two reads in one do block", .rollout(paging: .failsTogether)),
    Mutant(
      "dual-counts-first", kills: "ROLL-014", "The way that counts is asked first.",
      origin: "the order in which two ways were written down", .rollout(paging: .countsFirst)),
    Mutant(
      "dual-counts-what-it-read", kills: "ROLL-015",
      "The number grows by what the old way read, not by what the screen got.",
      origin: "a paging that counted for itself", .rollout(paging: .countsWhatItRead)),
    Mutant(
      "paging-forgets-tokens", kills: "ROLL-016", "No stream was ever stored.",
      origin: "a shell around a store that handed on what came to mind",
      .rollout(paging: .forgetsTokens)),
    Mutant(
      "one-number-for-all", kills: "ROLL-017", "A page counts for every list that is open.",
      origin: "a number that belonged to the store", .rollout(paging: .hasOneNumber)),
    Mutant(
      "middle-has-a-number", kills: "ROLL-018",
      "After a page around a message numbers go on from where they were.",
      origin: "a number that an earlier opening had left",
      .rollout(paging: .keepsNumberInTheMiddle)),
    Mutant(
      "counts-what-it-asked", kills: "ROLL-019",
      "A page that ended early counts as long as it was asked for.",
      origin: "a page number times a page size", .rollout(paging: .countsWhatItAsked)),
    Mutant(
      "dual-falls-back", kills: "ROLL-020", "If one way fails, the page is that of the other one.",
      origin: "a second try that was meant well", .rollout(paging: .fallsBack)),
  ]
}
