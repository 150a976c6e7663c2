internal import MessagingConformance

extension MutantCatalogue {
  static let scrollGoing: [Mutant] = [
    faulty(
      "centre-of-the-view", .centreOfTheView, kills: "SCROLL-042",
      "A jump centres in the view, not in what is uncovered of it.",
      origin: "the result of a search behind the keyboard"),
    faulty(
      "tall-row-centred", .tallRowCentred, kills: "SCROLL-042",
      "A row higher than the band is centred.",
      origin: "a jump to the middle of a long text"),
    faulty(
      "target-let-go", .targetLetGo, kills: "SCROLL-043",
      "After a jump the first row in sight holds.",
      origin: "bug V20: the target drifted while rows were measured"),
    faulty(
      "before-is-after", .anchorBeforeIsAfter, kills: "SCROLL-044",
      "The record names the anchor after the event twice.",
      origin: "a record that was written when all was done"),
    faulty(
      "delta-is-the-residual", .deltaIsTheResidual, kills: "SCROLL-068",
      "What is recorded as movement is what is owed afterwards.",
      origin: "a paid debt that was recorded as no movement"),
    faulty(
      "older-before-newer", .olderBeforeNewer, kills: "SCROLL-045",
      "A missing target leads to the message before it.",
      origin: "an answer shown without what it answered"),
    faulty(
      "reset-forgets-places", .resetForgetsPlaces, kills: "SCROLL-046",
      "When no row survives, the offset stays a number.",
      origin: "seed 004: a hard reset of the viewport"),
    faulty(
      "rounded-for-good", .offsetRoundedForGood, kills: "SCROLL-047",
      "The offset is rounded when it is written, and kept like that.",
      origin: "bug V8: fractional heights drifted"),
    faulty(
      "saved-from-the-view", .savedFromTheView, kills: "SCROLL-048",
      "What is saved is measured from the top of the view.",
      origin: "opened again, one bar too high"),
    faulty(
      "zero-height-anchor", .zeroHeightAnchor, kills: "SCROLL-050",
      "A row without height can be the anchor.",
      origin: "a collapsed row in a gap"),
    faulty(
      "button-at-pin-threshold", .buttonAtPinThreshold, kills: "SCROLL-051",
      "The way to the end is offered as soon as it is not followed.",
      origin: "a button that flickered"),
    faulty(
      "nan-is-zero", .nanIsZero, kills: "SCROLL-052",
      "A height that is not a number is 0.",
      origin: "a failed measurement that hid a row"),
    faulty(
      "inset-dropped-with-rows", .insetDroppedWithRows, kills: "SCROLL-053",
      "When rows change, too, the keyboard is forgotten.",
      origin: "branches that ended with the first change"),
    faulty(
      "duplicate-kept", .duplicateKept, kills: "SCROLL-054",
      "Two rows of one id are taken.",
      origin: "bug V30: lost rows, and a crash later"),
    faulty(
      "bad-index-bent", .badIndexBent, kills: "SCROLL-055",
      "Deletions that are out of range are left out.",
      origin: "bug V9: sizes of rows that were gone"),
    faulty(
      "unknown-measurement-ignored", .unknownMeasurementIgnored, kills: "SCROLL-056",
      "A height for a row that is not there is dropped.",
      origin: "heights of another list"),
    faulty(
      "half-a-transaction", .halfATransaction, kills: "SCROLL-057",
      "A refused transaction has moved the frame already.",
      origin: "checks after the first change"),
    faulty(
      "stays-beyond-the-end", .staysBeyondTheEnd, kills: "SCROLL-058",
      "The offset stays beyond the end at rest.",
      origin: "bug V24: outside the reachable range"),
    faulty(
      "end-of-the-window", .endOfTheWindow, kills: "SCROLL-059",
      "The end of what is loaded is taken for the end.",
      origin: "bug V25: the window's end"),
    faulty(
      "sent-without-newest", .sentWithoutNewest, kills: "SCROLL-059",
      "After sending from history nobody asks for the newest window.",
      origin: "an own message that did not appear"),
    faulty(
      "pinned-to-a-window", .pinnedToAWindow, kills: "SCROLL-060",
      "The end of a window that ends early is followed.",
      origin: "bug V25: a stale flag"),
    faulty(
      "forty-rows", .fortyRows, kills: "SCROLL-061",
      "With 33 to 47 rows, each change of rows is a 192th of a point off.",
      origin: "two blocks of a row model did not meet"),
  ]
}
