internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let scrollKeeping: [Mutant] = [
    Mutant(
      "sent-says-follow", kills: "SCROLL-002",
      "Going to one's own message is announced as following.",
      origin: "scrolls that could not be told apart in a log",
      .scroll(doing: { outcome, _, _, _ in
        guard case .programmatic(let offset, .sent)? = outcome.command else { return }
        outcome.command = .programmatic(offset: offset, reason: .follow)
      })),
    Mutant(
      "coarse-lengths", kills: "SCROLL-003",
      "Heights are rounded to 1/64 point.",
      origin: "a list that drifted on screens with three pixels to a point",
      .scroll(hearing: { transaction, _ in
        transaction.mapHeights { height in
          guard NaiveLength.isHeight(height) else { return height }
          return NaiveLength.points(NaiveLength.rounded(NaiveLength.of(height), to: 3))
        }
      })),
    Mutant(
      "view-top-as-band-top", kills: "SCROLL-004",
      "The first row of the view is taken, also if the bar covers it.",
      origin: "insets that were added after the anchor was",
      .scroll(\.bandTop) { _ in 0 }),
    Mutant(
      "touching-is-visible", kills: "SCROLL-004",
      "A row that ends where the band begins counts as visible.",
      origin: "bug V21: right after counted as before",
      .scroll(\.isBelowTop) { $0 >= $1 }),
    Mutant(
      "chosen-anew-each-time", kills: "SCROLL-005",
      "The anchor is chosen again for each transaction.",
      origin: "measured: 3.8 % of split transactions ended elsewhere",
      .scroll(\.held) { model, step, chosen in
        step.wanted == step.offset && model.hold?.isTarget != true ? chosen : model.hold ?? chosen
      }),
    Mutant(
      "covered-row-held", kills: "SCROLL-069",
      "A row that the keyboard pushed out of sight is still held.",
      origin: "a picture above the keyboard that moved the text behind it",
      .scroll(\.isReframed) { _ in false }),
    Mutant(
      "separator-as-anchor", kills: "SCROLL-006",
      "A separator can be the anchor.",
      origin: "a date header that changed its neighbour with each page",
      .scroll(\.isEligible) { $0.height > 0 }),
    Mutant(
      "zero-correction", kills: "SCROLL-007",
      "A row that is measured as high as it was leads to a correction of 0.",
      origin: "bug V5: writes that came back as events",
      .scroll(doing: { outcome, transaction, old, model in
        guard case .changes(let changes) = transaction.rows, !changes.resizes.isEmpty,
          outcome.command == nil, old.layout.content == model.layout.content
        else { return }
        outcome.command = .compensation(offset: model.reading.publishedOffset, delta: 0)
      })),
    Mutant(
      "not-at-the-top", kills: "SCROLL-008",
      "At the very top, nothing is compensated.",
      origin: "bug V7: nothing had been scrolled yet",
      .scroll(\.landing) { model, step, base, target in
        let isAtTop =
          step.offset == step.old.lowest && step.old.highest > step.old.lowest
          && step.new.frame == step.old.frame
        guard isAtTop else { return model.landing(step, base: base, target: target) }
        let offset =
          model.phase == .rest ? model.layout.clamp(step.offset) : step.offset + target - base
        return (offset, offset)
      }),
    Mutant(
      "single-precision", kills: "SCROLL-009",
      "Far down, offsets are multiples of a sixteenth of a point.",
      origin: "offsets kept in 32-bit floating point",
      .scroll(\.landing) { model, step, base, target in
        // Where floats of 32 bits have sixteenths of a point left.
        let isFar = target > 524_288 * NaiveLength.perPoint
        let coarse = isFar ? NaiveLength.rounded(target, to: NaiveLength.perPoint / 16) : target
        return model.landing(step, base: base, target: coarse)
      }),
    Mutant(
      "gap-forgotten", kills: "SCROLL-010",
      "The gap below a deleted row stays in the sum.",
      origin: "bug V12: trimming shifted by a little",
      .scroll(\.shift) { model, row, base, step in
        let kept = Set(step.new.rows.map(\.id))
        let gone = step.old.rows.prefix(row?.old ?? 0).count { !kept.contains($0.id) }
        return model.shift(of: row, base: base, step) + gone * step.old.frame.gap
      }),
    Mutant(
      "only-while-scrolling-up", kills: "SCROLL-011",
      "Growth above is made up for only if the user scrolled up last.",
      origin: "bugs V7 and V34",
      .scroll(noting: ScrollRules()) { bent, event in
        if case .scrolled(let points) = event, points.magnitude < 1e12,
          bent.part.isOpen
        {
          let place = NaiveLength.of(points)
          if !bent.part.isEcho(place) {
            bent.part.rules.shift = place < bent.part.offset ? bent.notes.shift : withoutGrowthAbove
          }
        }
        return bent.part.handle(event)
      }),
    Mutant(
      "fallback-missing", kills: "SCROLL-012",
      "Without its anchor the offset stays as it is.",
      origin: "bug V23: a nil anchor",
      .scroll(\.substitutes) { model, step, index in
        let isThere = step.new.index(of: step.old.rows[index].id) != nil
        return isThere || step.rows.isReplaced ? model.substitutes(of: index, step) : ([], [])
      }),
    Mutant(
      "newer-before-older", kills: "SCROLL-012",
      "Below what vanished is looked before above.",
      origin: "deleting a long message showed the next day",
      .scroll(\.substitutes) { model, step, index in
        let (seen, rest) = model.substitutes(of: index, step)
        return (seen, rest.filter { $0 > index } + rest.filter { $0 < index })
      }),
    Mutant(
      "follows-the-moved-row", kills: "SCROLL-013",
      "A moved row takes the view along.",
      origin: "an anchor that was nothing but an id",
      .scroll(\.isMoved) { _, _ in false }),
    Mutant(
      "growth-from-the-bottom", kills: "SCROLL-014",
      "Growth of a row cut by the top of the band is made up for.",
      origin: "bug V1: a streamed message pulled the view down",
      .scroll(hearing: { transaction, model in
        transaction.mapChanges { changes in
          for (index, resize) in changes.resizes.enumerated() where resize.cause == .content {
            let known = model.layout.rows.first { $0.id == resize.id }
            guard let known, NaiveLength.points(known.height) < resize.height else { continue }
            // Whose lower edge stays if the upper one is above the band.
            changes.resizes[index].cause = .firstMeasurement
          }
        }
      })),
    Mutant(
      "measured-from-the-top", kills: "SCROLL-015",
      "A first measurement keeps the upper edge.",
      origin: "bug V34: scrolling up over rows that were not measured",
      .scroll(hearing: { transaction, _ in
        transaction.mapChanges { $0.replaceCause(.firstMeasurement, by: .content) }
      })),
    Mutant(
      "header-grows-downwards", kills: "SCROLL-016",
      "A header that appears pushes its text down.",
      origin: "bug V16: grouping changes that jumped",
      .scroll(hearing: { transaction, _ in
        transaction.mapChanges { $0.replaceCause(.grouping, by: .content) }
      })),
    Mutant(
      "lower-edge-compensated", kills: "SCROLL-017",
      "Growth of a row cut by the lower edge is made up for.",
      origin: "a correction that took all visible rows together",
      .scroll(\.shift) { model, row, base, step in
        let shift = model.shift(of: row, base: base, step)
        guard !step.isTurned else { return shift }
        let floor = step.offset + step.old.frame.floor
        let cut = step.old.rows.indices.filter {
          step.old.tops[$0] < floor && step.old.bottom($0) > floor
        }
        return shift + cut.reduce(0) { $0 + step.growth(of: $1) }
      }),
    Mutant(
      "last-of-a-batch", kills: "SCROLL-018",
      "Of several measurements at once the last is not made up for.",
      origin: "bug V33: corrections from estimates",
      .scroll(\.shift) { model, row, base, step in
        let measured = step.old.rows.indices.prefix(row?.old ?? 0)
          .filter { step.rows.causes[step.old.rows[$0].id] == .firstMeasurement }
        let shift = model.shift(of: row, base: base, step)
        guard measured.count > 1, let last = measured.last else { return shift }
        return shift - step.growth(of: last)
      }),
    Mutant(
      "bottom-preference-ignored", kills: "SCROLL-019",
      "The first row holds, whatever was asked for.",
      origin: "an option that nobody tested",
      .scroll(options: { $0.preference = .top })),
    Mutant(
      "clamp-forgets", kills: "SCROLL-020",
      "The part of a correction that did not fit is dropped.",
      origin: "measured: 0.8 % of reverted changes ended elsewhere",
      .scroll(\.landing) { model, step, base, target in
        let landing = model.landing(step, base: base, target: target)
        return step.old.frame == step.new.frame ? (landing.offset, landing.offset) : landing
      }),
    Mutant(
      "phantom-offset", kills: "SCROLL-021",
      "With little content, the offset may fall below the top.",
      origin: "bug V3: a tracked offset of -10",
      .scroll(\.landing) { model, step, base, target in
        let landing = model.landing(step, base: base, target: target)
        guard model.phase == .rest, model.layout.highest == model.layout.lowest else {
          return landing
        }
        return (min(target, model.layout.highest), landing.wanted)
      }),
    Mutant(
      "keyboard-snaps", kills: "SCROLL-022",
      "When the keyboard moves, a followed end is gone to.",
      origin: "seed 003: scrolling on focus",
      .scroll(\.keptDistance) { $0.lift != 0 ? 0 : $0.distance }),
  ]
}

/// What stays of growth above the held row if it is not made up for.
private let withoutGrowthAbove:
  @Sendable (NaiveScroll, NaiveScroll.Candidate?, Int, NaiveStep) -> Int = {
    model, row, base, step in
    let above = step.old.rows.indices.prefix(row?.old ?? 0)
    return model.shift(of: row, base: base, step) - above.reduce(0) { $0 + step.growth(of: $1) }
  }

extension RowChanges {
  /// Gives heights another cause.
  fileprivate mutating func replaceCause(_ cause: Resize.Cause, by other: Resize.Cause) {
    for index in resizes.indices where resizes[index].cause == cause {
      resizes[index].cause = other
    }
  }
}
