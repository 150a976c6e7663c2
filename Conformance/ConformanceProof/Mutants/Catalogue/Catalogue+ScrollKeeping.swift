internal import MessagingConformance

extension MutantCatalogue {
  static let scrollKeeping: [Mutant] = [
    faulty(
      "sent-says-follow", .sentSaysFollow, kills: "SCROLL-002",
      "Going to one's own message is announced as following.",
      origin: "scrolls that could not be told apart in a log"),
    faulty(
      "coarse-lengths", .coarseLengths, kills: "SCROLL-003",
      "Heights are rounded to 1/64 point.",
      origin: "a list that drifted on screens with three pixels to a point"),
    faulty(
      "view-top-as-band-top", .viewTopAsBandTop, kills: "SCROLL-004",
      "The first row of the view is taken, also if the bar covers it.",
      origin: "insets that were added after the anchor was"),
    faulty(
      "touching-is-visible", .touchingIsVisible, kills: "SCROLL-004",
      "A row that ends where the band begins is taken for visible.",
      origin: "bug V21: right after counted as before"),
    faulty(
      "chosen-anew-each-time", .reChosenEachTime, kills: "SCROLL-005",
      "The anchor is chosen again for each transaction.",
      origin: "measured: 3.8 % of split transactions ended elsewhere"),
    faulty(
      "covered-row-held", .coveredRowHeld, kills: "SCROLL-069",
      "A row that the keyboard pushed out of sight is still held.",
      origin: "a picture above the keyboard that moved the text behind it"),
    faulty(
      "separator-as-anchor", .separatorAsAnchor, kills: "SCROLL-006",
      "A separator can be the anchor.",
      origin: "a date header that changed its neighbour with each page"),
    faulty(
      "zero-correction", .zeroCorrectionWritten, kills: "SCROLL-007",
      "A row that is measured as high as it was leads to a correction of 0.",
      origin: "bug V5: writes that came back as events"),
    faulty(
      "not-at-the-top", .notCompensatedAtTheTop, kills: "SCROLL-008",
      "At the very top, nothing is compensated.",
      origin: "bug V7: nothing had been scrolled yet"),
    faulty(
      "single-precision", .singlePrecision, kills: "SCROLL-009",
      "Far down, offsets are multiples of a sixteenth of a point.",
      origin: "offsets kept in 32-bit floating point"),
    faulty(
      "gap-forgotten", .gapForgotten, kills: "SCROLL-010",
      "The gap below a deleted row stays in the sum.",
      origin: "bug V12: trimming shifted by a little"),
    faulty(
      "only-while-scrolling-up", .growthOnlyUpwards, kills: "SCROLL-011",
      "Growth above is made up for only if the user scrolled up last.",
      origin: "bugs V7 and V34"),
    faulty(
      "fallback-missing", .fallbackMissing, kills: "SCROLL-012",
      "Without its anchor the offset stays as it is.",
      origin: "bug V23: a nil anchor"),
    faulty(
      "newer-before-older", .newerBeforeOlder, kills: "SCROLL-012",
      "Below what vanished is looked before above.",
      origin: "deleting a long message showed the next day"),
    faulty(
      "follows-the-moved-row", .followsTheMovedRow, kills: "SCROLL-013",
      "A moved row takes the view along.",
      origin: "an anchor that was nothing but an id"),
    faulty(
      "growth-from-the-bottom", .growthFromTheBottom, kills: "SCROLL-014",
      "Growth of a row cut by the top of the band is made up for.",
      origin: "bug V1: a streamed message pulled the view down"),
    faulty(
      "measured-from-the-top", .measuredFromTheTop, kills: "SCROLL-015",
      "A first measurement keeps the upper edge.",
      origin: "bug V34: scrolling up over rows that were not measured"),
    faulty(
      "header-grows-downwards", .groupingKeepsTheTop, kills: "SCROLL-016",
      "A header that appears pushes its text down.",
      origin: "bug V16: grouping changes that jumped"),
    faulty(
      "lower-edge-compensated", .lowerEdgeCompensated, kills: "SCROLL-017",
      "Growth of a row cut by the lower edge is made up for.",
      origin: "a correction that took all visible rows together"),
    faulty(
      "last-of-a-batch", .lastOfABatchForgotten, kills: "SCROLL-018",
      "Of several measurements at once the last is not made up for.",
      origin: "bug V33: corrections from estimates"),
    faulty(
      "bottom-preference-ignored", .bottomPreferenceIgnored, kills: "SCROLL-019",
      "The first row holds, whatever was asked for.",
      origin: "an option that nobody tested"),
    faulty(
      "clamp-forgets", .clampForgetsIntent, kills: "SCROLL-020",
      "What did not fit is forgotten.",
      origin: "measured: 0.8 % of reverted changes ended elsewhere"),
    faulty(
      "phantom-offset", .phantomOffset, kills: "SCROLL-021",
      "With little content, the offset may fall below the top.",
      origin: "bug V3: a tracked offset of -10"),
    faulty(
      "keyboard-snaps", .keyboardSnaps, kills: "SCROLL-022",
      "When the keyboard moves, a followed end is gone to.",
      origin: "seed 003: scrolling on focus"),
  ]
}
