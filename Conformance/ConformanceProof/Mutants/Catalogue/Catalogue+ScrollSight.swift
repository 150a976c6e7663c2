internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of what is drawn from.
  static let scrollSight: [Mutant] = [
    Mutant(
      "frames-of-the-content", kills: "SCROLL-070",
      "A row's frame leaves out the room above rows that do not fill the view.",
      origin: "a second layout that knew nothing of alignment",
      .scroll { options in
        BentSight(
          part: NaiveScroll(options),
          framing: { part, frame in RowFrame(y: frame.y - part.sight.lead, height: frame.height) })
      }),
    Mutant(
      "covered-rows-in-sight", kills: "SCROLL-071",
      "Rows under the keyboard are reported as visible.",
      origin: "messages that were read behind the keyboard",
      .scroll { options in
        BentSight(
          part: NaiveScroll(options),
          seeing: { _, sight in
            for index in sight.rows.indices {
              let frame = sight.rows[index].frame
              sight.rows[index].visible = frame.height + min(0, frame.y)
            }
          })
      }),
    Mutant(
      "hidden-by-the-offset", kills: "SCROLL-072",
      "The hidden height above is the offset.",
      origin: "a list that loaded older pages under its navigation bar",
      .scroll { options in
        BentSight(
          part: NaiveScroll(options),
          seeing: { part, sight in sight.viewport?.hiddenAbove = max(0, part.reading.offset) })
      }),
    Mutant(
      "debt-not-told", kills: "SCROLL-073",
      "The correction that waits for the finger is not reported.",
      origin: "a view that asked for pages at an offset that it did not have yet",
      .scroll { options in
        BentSight(part: NaiveScroll(options), seeing: { _, sight in sight.owed = 0 })
      }),
  ]
}

/// A model that says something wrong of what is to be seen.
private struct BentSight: ScrollAnchoring {
  var part: NaiveScroll
  var framing: @Sendable (NaiveScroll, RowFrame) -> RowFrame = { _, frame in frame }
  var seeing: @Sendable (NaiveScroll, inout ScrollSight) -> Void = { _, _ in }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome { part.handle(event) }

  var reading: ScrollReading { part.reading }
  var savedPosition: SavedScrollPosition? { part.savedPosition }

  func frame(of id: RowID) -> RowFrame? { part.frame(of: id).map { framing(part, $0) } }

  var sight: ScrollSight {
    var sight = part.sight
    seeing(part, &sight)
    return sight
  }
}
