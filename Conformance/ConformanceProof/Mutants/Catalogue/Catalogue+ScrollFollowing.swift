internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let scrollFollowing: [Mutant] = [
    Mutant(
      "keyboard-forgets", kills: "SCROLL-023",
      "The part that did not fit when the keyboard closed is dropped.",
      origin: "the place was lost after a glance at the keyboard",
      .scroll(\.landing) { model, step, base, target in
        let landing = model.landing(step, base: base, target: target)
        return step.old.frame == step.new.frame ? landing : (landing.offset, landing.offset)
      }),
    Mutant(
      "second-pass", kills: "SCROLL-024",
      "After the keyboard, the next event scrolls once more.",
      origin: "seed 003: a scroll after 300 ms",
      .scroll(noting: false) { bent, event in
        let (old, owes) = (bent.part, bent.notes)
        var outcome = bent.part.handle(event)
        guard case .transaction(let change) = event, old.isOpen, outcome.rejection == nil
        else { return outcome }
        let (before, after) = (old.layout.frame, bent.part.layout.frame)
        if owes, !change.changesRows, before == after {
          outcome.command = .programmatic(offset: bent.part.reading.publishedOffset, reason: .end)
          bent.part.isWritten = true
        }
        bent.notes = bent.part.isPinned && before.floor != after.floor
        return outcome
      }),
    Mutant(
      "whole-point-insets", kills: "SCROLL-025",
      "Insets are cut to whole points.",
      origin: "a keyboard animation that lost two points",
      .scroll(hearing: { transaction, _ in
        guard let bottom = transaction.geometry?.bottomInset, NaiveLength.isHeight(bottom)
        else { return }
        transaction.geometry?.bottomInset =
          Double(NaiveLength.of(bottom) / NaiveLength.perPoint)
      })),
    Mutant(
      "short-content-at-the-top", kills: "SCROLL-026",
      "Rows that do not fill the view begin at its top, whatever was asked for.",
      origin: "the first page jumped when the second came",
      .scroll(hearing: { transaction, _ in transaction.geometry?.alignment = .top })),
    Mutant(
      "banner-pushes", kills: "SCROLL-027",
      "A banner pushes the content down everywhere.",
      origin: "an inset that always shifted the offset",
      .scroll(\.banner) { $0.banner(isAtTop: true) }),
    Mutant(
      "banner-covers-the-first-row", kills: "SCROLL-027",
      "A banner covers the first row, too.",
      origin: "the first message stayed behind the banner",
      .scroll(\.banner) { _ in 0 }),
    Mutant(
      "rotation-keeps-the-top", kills: "SCROLL-028",
      "After turning, the top of the row is where it was in points.",
      origin: "ten lines became seven, and the line was lost",
      .scroll(\.hidden) { _, _, _ in 0 }),
    Mutant(
      "only-at-the-very-end", kills: "SCROLL-029",
      "The end is followed from exactly there alone.",
      origin: "bug V14: three points were missing",
      .scroll(options: { $0.pinEnter = 0 })),
    Mutant(
      "growth-unpins", kills: "SCROLL-029",
      "A row that grows by more than the threshold ends the following.",
      origin: "bug V10: the end was looked for afterwards",
      .scroll(\.pin) { model, step in
        let isGrown = !step.rows.causes.isEmpty && step.new.highest - step.offset > model.exit
        let rests = model.pin == .firm && model.phase == .rest
        return rests && isGrown ? .none : model.pin(after: step)
      }),
    Mutant(
      "follows-near-the-end", kills: "SCROLL-030",
      "A reader near the end is taken along by a new message.",
      origin: "bug V25: scrolled away while reading",
      .scroll(\.followsEnd) { model, step in
        let isNear =
          model.phase == .rest && !model.hasNewer && step.hasArrivals
          && step.distance <= 4 * model.exit
        return isNear || model.followsEnd(step)
      }),
    Mutant(
      "follows-by-state-after", kills: "SCROLL-031",
      "A message higher than the threshold is not followed.",
      origin: "bug V10: whether to follow was asked after the change",
      .scroll(\.goesToEnd) { model, step in
        let grown = step.rows.arrived.reduce(0) { $0 + $1.height }
        return step.hasArrivals && step.distance + grown <= model.exit
      }),
    Mutant(
      "sent-waits-for-following", kills: "SCROLL-032",
      "Sending from history does not show the message.",
      origin: "following as the only way to the end",
      .scroll(\.goesToSent, \.isPinned)),
    Mutant(
      "second-snapshot-positions", kills: "SCROLL-033",
      "A list that was empty first is positioned twice.",
      origin: "seed 003: each of the first snapshots scrolled",
      .scroll(noting: false) { bent, event in
        let wasOpen = bent.part.isOpen
        let outcome = bent.part.handle(event)
        guard case .transaction = event, !wasOpen, outcome.rejection == nil else { return outcome }
        if bent.part.isOpen, bent.notes {
          (bent.part.isOpen, bent.notes) = (false, false)
        } else if !bent.part.isOpen {
          bent.notes = true
        }
        return outcome
      }),
    Mutant(
      "divider-before-focus", kills: "SCROLL-033",
      "The unread divider comes before the message that was asked for.",
      origin: "a link into a conversation ended at the divider",
      .scroll(\.openingOrder, [.divider, .focus])),
    Mutant(
      "own-from-elsewhere-counts", kills: "SCROLL-034",
      "Own messages from another device count as unseen.",
      origin: "a badge with one's own messages",
      .scroll(\.isCounted, \.isMessage)),
    Mutant(
      "deleted-stays-counted", kills: "SCROLL-034",
      "A deleted message stays in the count.",
      origin: "a badge that was never 0",
      .scroll(\.forgetsGone) { _ in false }),
    Mutant(
      "typing-follows", kills: "SCROLL-035",
      "The typing row is followed.",
      origin: "bug V16: typing scrolled the list",
      .scroll(\.goesToEnd) { _, step in
        let isNew = step.rows.origins.last.map { $0 == nil } ?? false
        return step.hasArrivals || (isNew && step.new.rows.last?.isMessage == false)
      }),
    Mutant(
      "follows-while-dragging", kills: "SCROLL-036",
      "A message is followed while a finger holds the list.",
      origin: "seed 004: a tug of war",
      .scroll(\.followsEnd) { model, step in
        (model.pin == .firm && step.hasArrivals && !model.hasNewer) || model.followsEnd(step)
      }),
    Mutant(
      "last-delta-only", kills: "SCROLL-037",
      "Of several corrections that wait the last one is kept.",
      origin: "one slot for a delayed correction",
      .scroll(\.owed) { _, delta in delta }),
    Mutant(
      "pending-replayed", kills: "SCROLL-038",
      "A jump does not drop the correction that waits.",
      origin: "bug V4: a stale delta at the next touch",
      .scroll(\.owedAfterGoing, \.pending)),
    Mutant(
      "overscroll-clamped", kills: "SCROLL-039",
      "A transaction pulls back a list that is held beyond its end.",
      origin: "bug V17: a page that arrived while pulling",
      .scroll(\.landing) { model, step, base, target in
        guard model.phase != .rest, step.old.frame == step.new.frame else {
          return model.landing(step, base: base, target: target)
        }
        return (model.layout.clamp(target), model.layout.clamp(target))
      }),
    Mutant(
      "echo-is-a-scroll", kills: "SCROLL-040",
      "A report of the written offset is a scroll of the user.",
      origin: "bug V5: a readback that latched a direction",
      .scroll(\.echoTolerance) { _ in 0 }),
    Mutant(
      "echo-without-a-write", kills: "SCROLL-067",
      "A report near the last known offset is an echo, whether or not something was written.",
      origin: "a slow finger on a screen with one pixel per point",
      .scroll(handling: { model, event in
        if case .scrolled = event { model.isWritten = true }
        return model.handle(event)
      })),
    Mutant(
      "held-end-leaves-no-badge", kills: "SCROLL-065",
      "Messages that arrive while a finger holds the followed end are never counted.",
      origin: "a message that arrived while the reader scrolled up",
      .scroll(\.counts) { !$0.isPinned }),
    Mutant(
      "seen-while-held-is-counted", kills: "SCROLL-065",
      "Messages that the user scrolled to with the finger are counted when they leave again.",
      origin: "a badge for a message that was just read",
      .scroll(handling: { model, event in
        let counted = model.counted
        let outcome = model.handle(event)
        if case .scrolled = event, !model.isPinned || model.phase != .rest {
          model.counted = counted
        }
        return outcome
      })),
    Mutant(
      "positioned-without-a-size", kills: "SCROLL-066",
      "Rows are positioned in a view that has no size yet.",
      origin: "a search result at the top of the screen after a cold start",
      .scroll(\.hasRoom) { _ in true }),
    Mutant(
      "scroll-keeps-the-anchor", kills: "SCROLL-041",
      "An anchor stays as long as it is visible.",
      origin: "growth above the reader moved the text",
      .scroll(\.heldAfterScroll) { model in
        let kept = model.hold.flatMap { model.layout.index(of: $0.row) }
        return kept.map { model.layout.isVisible($0, at: model.offset) } == true ? model.hold : nil
      }),
  ]
}
