internal import MessagingModel

extension WindowWorld {
  mutating func perform(_ act: WindowAct) {
    switch act {
    case .open(let target, let height): tell(.open(at: target, height: height))
    case .see(let sight): see(sight)
    case .answer(let how): answer(how)
    case .late(let id): answer(late: id)
    case .fail: answer { .failed($0.id) }
    case .filled(let count): fill(count)
    case .fillFails: failFill()
    case .put(let rows, let isHeard):
      store.put(rows)
      if isHeard { tell(.changed) }
    case .confirm(let own, let place):
      let row = WindowRow(id: WindowNames.ownID(own), place: WindowNames.place(place))
      store.put([row])
      tell(.changed)
    case .remove(let ids):
      store.remove(ids)
      tell(.changed)
    case .lose(let rows): store.miss(rows)
    case .news: tell(.changed)
    case .jump(let target): tell(target.map { .jump(to: $0) } ?? .jumpToEnd)
    case .wait(let milliseconds): wait(.milliseconds(milliseconds))
    case .compare(let ids):
      guard let request = reads.last ?? asked.last else { return }
      tell(.compared(request.id, ids))
    case .close: tell(.close)
    }
  }

  private mutating func answer(_ how: WindowAct.Answer) {
    let store = store
    answer { request in
      var page = store.answer(request.query)
      switch how {
      case .properly: break
      case .twice: page.rows += page.rows.prefix(1)
      case .reversed: page.rows.reverse()
      case .empty:
        page.rows = []
        (page.older, page.newer) = (.more, .more)
      }
      return .loaded(request.id, page)
    }
  }

  /// What a `window` block sees.
  func words(_ observable: WindowObservable) -> [String] {
    let (reading, counts) = (reading, reading.diagnostics)
    let count: Int
    switch observable {
    case .rows: return WindowNames.words(reading.rows.map(\.id))
    case .edges: return [WindowNames.word(reading.older), WindowNames.word(reading.newer)]
    case .gaps: return words(reading.gaps.map(WindowNames.word))
    case .read: return reads.last.map(WindowNames.words) ?? ["none"]
    case .fill: return words(fills.map { WindowNames.word($0.gap) })
    case .did: return words(outcome.actions.map(WindowNames.word))
    case .older: return [WindowNames.word(reading.olderLoad)]
    case .newer: return [WindowNames.word(reading.newerLoad)]
    case .error: return [outcome.rejection?.rawValue ?? "none"]
    case .mismatch: return outcome.mismatch.map(words) ?? ["none"]
    case .visited: return ["none"]
    case .reads: count = reads.count
    case .started: count = counts.started
    case .fills: count = counts.fills
    case .dropped: count = counts.dropped
    case .merged: count = counts.merged
    case .cancelled: count = counts.cancelled
    case .late: count = counts.late
    case .overlaps: count = counts.overlaps
    case .empty: count = counts.emptyPages
    case .compared: count = counts.compared
    case .mismatches: count = counts.mismatches
    }
    return ["\(count)"]
  }

  private func words(_ list: [String]) -> [String] { list.isEmpty ? ["none"] : list }

  /// `there 5 here 7-9`.
  private func words(_ mismatch: PagingMismatch) -> [String] {
    ["there"] + WindowNames.words(mismatch.onlyThere) + ["here"]
      + WindowNames.words(mismatch.onlyHere)
  }
}
