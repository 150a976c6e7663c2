internal import MessagingConformance

extension MutantCatalogue {
  static let scrollFollowing: [Mutant] = [
    faulty(
      "keyboard-forgets", .keyboardForgetsIntent, kills: "SCROLL-023",
      "What did not fit when the keyboard closed is forgotten.",
      origin: "the place was lost after a glance at the keyboard"),
    faulty(
      "second-pass", .secondPassAfterKeyboard, kills: "SCROLL-024",
      "After the keyboard, the next event scrolls once more.",
      origin: "seed 003: a scroll after 300 ms"),
    faulty(
      "whole-point-insets", .insetInWholePoints, kills: "SCROLL-025",
      "Insets are cut to whole points.",
      origin: "a keyboard animation that lost two points"),
    faulty(
      "short-content-at-the-top", .shortContentAtTheTop, kills: "SCROLL-026",
      "Rows that do not fill the view begin at its top, whatever was asked for.",
      origin: "the first page jumped when the second came"),
    faulty(
      "banner-pushes", .bannerPushes, kills: "SCROLL-027",
      "A banner pushes the content down everywhere.",
      origin: "an inset that always shifted the offset"),
    faulty(
      "banner-covers-the-first-row", .bannerCovers, kills: "SCROLL-027",
      "A banner covers the first row, too.",
      origin: "the first message stayed behind the banner"),
    faulty(
      "rotation-keeps-the-top", .rotationKeepsTheTop, kills: "SCROLL-028",
      "After turning, the top of the row is where it was in points.",
      origin: "ten lines became seven, and the line was lost"),
    faulty(
      "only-at-the-very-end", .pinOnlyAtTheVeryEnd, kills: "SCROLL-029",
      "The end is followed from exactly there alone.",
      origin: "bug V14: three points were missing"),
    faulty(
      "growth-unpins", .growthUnpins, kills: "SCROLL-029",
      "A row that grows by more than the threshold ends the following.",
      origin: "bug V10: the end was looked for afterwards"),
    faulty(
      "follows-near-the-end", .followsNearTheEnd, kills: "SCROLL-030",
      "A reader near the end is taken along by a new message.",
      origin: "bug V25: scrolled away while reading"),
    faulty(
      "follows-by-state-after", .followByStateAfter, kills: "SCROLL-031",
      "A message higher than the threshold is not followed.",
      origin: "bug V10: whether to follow was asked after the change"),
    faulty(
      "sent-waits-for-following", .sentWaitsForPin, kills: "SCROLL-032",
      "Sending from history does not show the message.",
      origin: "following as the only way to the end"),
    faulty(
      "second-snapshot-positions", .secondSnapshotPositions, kills: "SCROLL-033",
      "A list that was empty first is positioned twice.",
      origin: "seed 003: each of the first snapshots scrolled"),
    faulty(
      "divider-before-focus", .dividerBeforeFocus, kills: "SCROLL-033",
      "The unread divider comes before the message that was asked for.",
      origin: "a link into a conversation ended at the divider"),
    faulty(
      "own-from-elsewhere-counts", .ownFromElsewhereCounts, kills: "SCROLL-034",
      "Own messages from another device count as unseen.",
      origin: "a badge with one's own messages"),
    faulty(
      "deleted-stays-counted", .deletedStaysCounted, kills: "SCROLL-034",
      "A deleted message stays in the count.",
      origin: "a badge that was never 0"),
    faulty(
      "typing-follows", .typingFollows, kills: "SCROLL-035",
      "The typing row is followed.",
      origin: "bug V16: typing scrolled the list"),
    faulty(
      "follows-while-dragging", .followsWhileDragging, kills: "SCROLL-036",
      "A message is followed while a finger holds the list.",
      origin: "seed 004: a tug of war"),
    faulty(
      "last-delta-only", .lastDeltaOnly, kills: "SCROLL-037",
      "Of several corrections that wait the last one is kept.",
      origin: "one slot for a delayed correction"),
    faulty(
      "pending-replayed", .pendingReplayed, kills: "SCROLL-038",
      "A jump does not drop the correction that waits.",
      origin: "bug V4: a stale delta at the next touch"),
    faulty(
      "overscroll-clamped", .overscrollClamped, kills: "SCROLL-039",
      "A transaction pulls back what is held beyond the end.",
      origin: "bug V17: a page that arrived while pulling"),
    faulty(
      "echo-is-a-scroll", .echoIsAScroll, kills: "SCROLL-040",
      "A report of the written offset is a scroll of the user.",
      origin: "bug V5: a readback that latched a direction"),
    faulty(
      "echo-without-a-write", .echoWithoutAWrite, kills: "SCROLL-067",
      "A report near the last known offset is an echo, whether or not something was written.",
      origin: "a slow finger on a screen with one pixel per point"),
    faulty(
      "held-end-leaves-no-badge", .heldEndLeavesNoBadge, kills: "SCROLL-065",
      "What arrives while a finger holds the followed end is never counted.",
      origin: "a message that arrived while the reader scrolled up"),
    faulty(
      "seen-while-held-is-counted", .seenWhileHeldIsCounted, kills: "SCROLL-065",
      "What the user went to see, the finger on the list, is counted when they leave again.",
      origin: "a badge for a message that was just read"),
    faulty(
      "positioned-without-a-size", .positionedWithoutASize, kills: "SCROLL-066",
      "Rows are positioned in a view that has no size yet.",
      origin: "a search result at the top of the screen after a cold start"),
    faulty(
      "scroll-keeps-the-anchor", .scrollKeepsTheAnchor, kills: "SCROLL-041",
      "An anchor stays as long as it is in sight.",
      origin: "growth above the reader moved the text"),
  ]
}
