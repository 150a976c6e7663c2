internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// What a mutant of the scroll anchor gets wrong; each is one line of the naive model.
package enum NaiveFault: CaseIterable, Sendable {
  case sentSaysFollow, coarseLengths, touchingIsVisible, viewTopAsBandTop, reChosenEachTime
  case separatorAsAnchor, zeroCorrectionWritten, notCompensatedAtTheTop, singlePrecision
  case gapForgotten, growthOnlyUpwards, fallbackMissing, newerBeforeOlder, followsTheMovedRow
  case growthFromTheBottom, measuredFromTheTop, groupingKeepsTheTop, lowerEdgeCompensated
  case lastOfABatchForgotten, bottomPreferenceIgnored, clampForgetsIntent, phantomOffset
  case keyboardSnaps, keyboardForgetsIntent, secondPassAfterKeyboard, insetInWholePoints
  case shortContentAtTheTop, bannerPushes, bannerCovers, rotationKeepsTheTop
  case pinOnlyAtTheVeryEnd, growthUnpins, followsNearTheEnd, followByStateAfter, sentWaitsForPin
  case secondSnapshotPositions, dividerBeforeFocus, ownFromElsewhereCounts, deletedStaysCounted
  case typingFollows, followsWhileDragging, lastDeltaOnly, pendingReplayed, overscrollClamped
  case echoIsAScroll, scrollKeepsTheAnchor, centreOfTheView, tallRowCentred, targetLetGo
  case anchorBeforeIsAfter, olderBeforeNewer, resetForgetsPlaces, offsetRoundedForGood
  case savedFromTheView, zeroHeightAnchor, buttonAtPinThreshold, nanIsZero, insetDroppedWithRows
  case duplicateKept, badIndexBent, unknownMeasurementIgnored, halfATransaction
  case staysBeyondTheEnd, sentWithoutNewest, endOfTheWindow, pinnedToAWindow, fortyRows
  case heldEndLeavesNoBadge, seenWhileHeldIsCounted, positionedWithoutASize, echoWithoutAWrite
  case deltaIsTheResidual, coveredRowHeld
}

/// What some faults remember.
struct NaiveFaultMemory: Sendable {
  var wentUp = true
  var wasEmpty = false
  var owesScroll = false
}

extension NaiveScroll {
  /// By how much a faulty model misses the place.
  func error(_ step: NaiveStep, _ anchor: Int) -> Int {
    let grown = { (index: Int) in
      let row = step.old.rows[index]
      return (step.new.rows.first { $0.id == row.id }?.height ?? row.height) - row.height
    }
    let above = step.old.rows.indices.prefix(anchor)
    if fault == .gapForgotten {
      let kept = Set(step.new.rows.map(\.id))
      return above.count { !kept.contains(step.old.rows[$0].id) } * step.old.frame.gap
    }
    if fault == .growthOnlyUpwards, !memory.wentUp {
      return -above.reduce(0) { $0 + grown($1) }
    }
    if fault == .lowerEdgeCompensated, !step.isTurned {
      let floor = step.offset + step.old.frame.floor
      let cut = step.old.rows.indices.filter {
        step.old.tops[$0] < floor && step.old.bottom($0) > floor
      }
      return cut.reduce(0) { $0 + grown($1) }
    }
    if fault == .lastOfABatchForgotten {
      let measured = above.filter { step.rows.causes[step.old.rows[$0].id] == .firstMeasurement }
      return measured.count > 1 ? -grown(measured[measured.count - 1]) : 0
    }
    if fault == .fortyRows, (33...47).contains(step.new.rows.count), !step.rows.isSame { return 1 }
    return 0
  }

  /// Between the ends of the content.
  func clamp(_ target: Int, _ step: NaiveStep) -> Int {
    if fault == .phantomOffset, layout.highest == layout.lowest {
      return min(target, layout.highest)
    }
    if isStuckAtTheTop(step) { return layout.clamp(step.offset) }
    return layout.clamp(target)
  }

  func forgetsIntent(_ step: NaiveStep) -> Bool {
    let isFrame = step.old.frame != step.new.frame
    return (fault == .overscrollClamped && phase != .rest) || isStuckAtTheTop(step)
      || (fault == .clampForgetsIntent && !isFrame)
      || (fault == .keyboardForgetsIntent && isFrame)
  }

  private func isStuckAtTheTop(_ step: NaiveStep) -> Bool {
    fault == .notCompensatedAtTheTop && step.offset == step.old.lowest
      && step.old.highest > step.old.lowest && step.new.frame == step.old.frame
  }

  /// Where floats of 32 bits have sixteenths of a point left.
  func coarse(_ target: Int) -> Int {
    guard fault == .singlePrecision, target > 524_288 * NaiveLength.perPoint else { return target }
    return NaiveLength.rounded(target, to: NaiveLength.perPoint / 16)
  }

  /// What a faulty model does besides.
  mutating func spoil(
    _ step: NaiveStep, _ transaction: ScrollTransaction, _ outcome: inout ScrollOutcome
  ) {
    let published = NaiveLength.points(published(offset))
    if fault == .zeroCorrectionWritten, outcome.command == nil, !step.rows.causes.isEmpty,
      step.old.content == step.new.content
    {
      outcome.command = .compensation(offset: published, delta: 0)
    }
    guard fault == .secondPassAfterKeyboard else { return }
    if memory.owesScroll, step.rows.isSame, step.old.frame == step.new.frame {
      outcome.command = .programmatic(offset: published, reason: .end)
    }
    memory.owesScroll = isPinned && step.lift != 0
  }
}
