internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let scrollGoing: [Mutant] = [
    Mutant(
      "centre-of-the-view", kills: "SCROLL-042",
      "A jump centres in the view, not in its uncovered part.",
      origin: "the result of a search behind the keyboard",
      .scroll(\.centred) { layout, index in
        let frame = layout.frame
        return layout.rows[index].height > frame.band
          ? layout.tops[index] : layout.centred(index, in: frame.height - 2 * frame.top)
      }),
    Mutant(
      "tall-row-centred", kills: "SCROLL-042",
      "A row higher than the band is centred.",
      origin: "a jump to the middle of a long text",
      .scroll(\.centred) { $0.centred($1, in: $0.frame.band) }),
    Mutant(
      "target-let-go", kills: "SCROLL-043",
      "After a jump the first visible row is held.",
      origin: "bug V20: the target drifted while rows were measured",
      .scroll(handling: { model, event in
        var outcome = model.handle(event)
        guard case .jump = event, outcome.rejection == nil else { return outcome }
        model.hold = nil
        outcome.diagnostics.anchorAfter = model.shownAnchor
        return outcome
      })),
    Mutant(
      "before-is-after", kills: "SCROLL-044",
      "The record names the anchor after the event twice.",
      origin: "a record that was written when all was done",
      .scroll(handling: { model, event in
        var outcome = model.handle(event)
        if outcome.rejection == nil {
          outcome.diagnostics.anchorBefore = outcome.diagnostics.anchorAfter
        }
        return outcome
      })),
    Mutant(
      "delta-is-the-residual", kills: "SCROLL-068",
      "The pending correction is recorded as the movement.",
      origin: "a paid debt that was recorded as no movement",
      .scroll(doing: { outcome, _, _, _ in
        outcome.diagnostics.anchorDelta = outcome.diagnostics.residual
      })),
    Mutant(
      "older-before-newer", kills: "SCROLL-045",
      "A missing target leads to the message before it.",
      origin: "an answer shown without what it answered",
      .scroll(handling: { model, event in
        guard case .jump(let id, let place?, let alignment) = event,
          model.layout.index(of: id) == nil,
          let older = model.layout.rows.last(where: { $0.position.map { $0 < place } ?? false })
        else { return model.handle(event) }
        var outcome = model.handle(.jump(to: older.id, position: place, alignment: alignment))
        outcome.isApproximate = outcome.rejection == nil
        return outcome
      })),
    Mutant(
      "reset-forgets-places", kills: "SCROLL-046",
      "When no row survives, the offset stays a number.",
      origin: "seed 004: a hard reset of the viewport",
      .scroll(\.successor) { _, _ in nil }),
    Mutant(
      "rounded-for-good", kills: "SCROLL-047",
      "The offset is rounded when it is written, and kept like that.",
      origin: "bug V8: fractional heights drifted",
      .scroll(\.remembered) { $0.published($1) }),
    Mutant(
      "saved-from-the-view", kills: "SCROLL-048",
      "The saved place is measured from the top of the view.",
      origin: "opened again, one bar too high",
      .scroll(\.savedFrom) { _ in 0 }),
    Mutant(
      "zero-height-anchor", kills: "SCROLL-050",
      "A row without height can be the anchor.",
      origin: "a collapsed row in a gap",
      .scroll(\.isEligible, \.isMessage)),
    Mutant(
      "button-at-pin-threshold", kills: "SCROLL-051",
      "The way to the end is offered as soon as it is not followed.",
      origin: "a button that flickered",
      .scroll(options: { $0.jumpButton = $0.pinExit })),
    Mutant(
      "nan-is-zero", kills: "SCROLL-052",
      "A height that is not a number is 0.",
      origin: "a failed measurement that hid a row",
      .scroll(hearing: { transaction, _ in transaction.mapHeights { $0.isNaN ? 0 : $0 } })),
    Mutant(
      "inset-dropped-with-rows", kills: "SCROLL-053",
      "When rows change, too, the keyboard is forgotten.",
      origin: "branches that ended with the first change",
      .scroll(\.shift) { model, row, base, step in
        let shift = model.shift(of: row, base: base, step)
        return row == nil || step.areRowsSame || step.isTurned ? shift : shift - step.lift
      }),
    Mutant(
      "duplicate-kept", kills: "SCROLL-054",
      "Two rows of one id are taken.",
      origin: "bug V30: lost rows, and a crash later",
      .scroll(\.isAmbiguous) { _, _, _ in false }),
    Mutant(
      "bad-index-bent", kills: "SCROLL-055",
      "Deletions that are out of range are left out.",
      origin: "bug V9: sizes of rows that were gone",
      .scroll(hearing: { transaction, model in
        transaction.mapChanges { changes in
          changes.deletes.removeAll { !model.layout.rows.indices.contains($0) }
        }
      })),
    Mutant(
      "unknown-measurement-ignored", kills: "SCROLL-056",
      "A height for a row that is not there is dropped.",
      origin: "heights of another list",
      .scroll(hearing: { transaction, model in
        transaction.mapChanges { changes in
          let deletes = Set(changes.deletes)
          let kept = model.layout.rows.enumerated().filter { !deletes.contains($0.offset) }
          let known = Set(kept.map(\.element.id) + changes.inserts.map(\.row.id))
          changes.resizes.removeAll { !known.contains($0.id) }
        }
      })),
    Mutant(
      "half-a-transaction", kills: "SCROLL-057",
      "A refused transaction has moved the frame already.",
      origin: "checks after the first change",
      .scroll(handling: { model, event in
        let outcome = model.handle(event)
        if case .transaction(let change) = event, let geometry = change.geometry,
          let rejection = outcome.rejection, rejection != .badLength
        {
          model.layout = NaiveLayout(model.layout.rows, NaiveFrame(geometry))
        }
        return outcome
      })),
    Mutant(
      "stays-beyond-the-end", kills: "SCROLL-058",
      "The offset stays beyond the end at rest.",
      origin: "bug V24: outside the reachable range",
      .scroll(\.rest) { $1 }),
    Mutant(
      "end-of-the-window", kills: "SCROLL-059",
      "The end of the loaded rows counts as the end of the conversation.",
      origin: "bug V25: the window's end",
      .scroll(handling: { model, event in
        guard event == .jumpToEnd, model.hasNewer else { return model.handle(event) }
        model.hasNewer = false
        let outcome = model.handle(event)
        (model.hasNewer, model.pin) = (true, .none)
        return outcome
      })),
    Mutant(
      "sent-without-newest", kills: "SCROLL-059",
      "After sending from history the newest window is not requested.",
      origin: "an own message that did not appear",
      .scroll(doing: { outcome, _, _, _ in outcome.needsNewest = false })),
    Mutant(
      "pinned-to-a-window", kills: "SCROLL-060",
      "The end of a window that ends early is followed.",
      origin: "bug V25: a stale flag",
      .scroll(\.pin) { model, step in model.hasNewer ? model.pin : model.pin(after: step) }),
    Mutant(
      "forty-rows", kills: "SCROLL-061",
      "With 33 to 47 rows, a change of several rows at once is a 192th of a point off.",
      origin: "two blocks of a row model did not meet",
      .scroll(\.shift) { model, row, base, step in
        let (old, new) = (step.old.rows.count, step.new.rows.count)
        let isOff = (33...47).contains(new) && (new - old).magnitude > 1
        return model.shift(of: row, base: base, step) + (isOff ? 1 : 0)
      }),
  ]
}
