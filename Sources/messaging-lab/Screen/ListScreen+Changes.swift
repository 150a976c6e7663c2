internal import MessagingModel
internal import MessagingTimeline

/// How a change comes to the page: its rows are measured, the anchor is asked, and everything is
/// shown in one frame with at most one offset.
extension ListScreen {
  func show(_ change: Change) async {
    turn += 1
    switch change {
    case .update(let update): await take(update)
    case .frame(let next): if next != geometry { await layOut(in: next) }
    case .picture(let id): await showPicture(in: id)
    case .correction: if owed != nil { await show(PageUpdate(reason: "rest")) }
    }
  }

  private func take(_ update: TimelineUpdate) async {
    guard let heights = await heights(of: update.diff.unmeasured) else { return }
    var transaction = ScrollTransaction(
      update.diff, to: update.timeline, sent: update.sent.map(RowID.message)
    ) { RowHeight(heights[$0.id] ?? 0) }
    transaction.geometry = frame
    tell(.transaction(transaction))
    switch update.destination {
    case .message(let id)?: tell(.jump(to: .message(id), position: nil, alignment: .center))
    case .end?: tell(.jumpToEnd)
    case .missing?, nil: break
    }
    let order = page(update)
    rows = update.timeline
    await show(order)
  }

  private func layOut(in next: PageGeometry) async {
    var update = PageUpdate(reason: geometry.word(for: next))
    let changed = next.hasOtherRows(than: geometry) ? rows.rows : []
    guard let heights = await heights(of: changed, in: next) else { return }
    geometry = next
    update.geometry = next
    tell(
      .transaction(ScrollTransaction(rows: .changes(heights.resizes(.width)), geometry: frame)))
    await show(update)
  }

  private func showPicture(in id: RowID) async {
    guard let index = rows.firstIndex(where: { $0.id == id }),
      let heights = await heights(of: [rows[index]])
    else { return }
    tell(.transaction(ScrollTransaction(rows: .changes(heights.resizes(.content)))))
    var update = PageUpdate(reason: "image")
    update.updates = [.init(index: index, row: PageRow(rows[index], lateImages: lateImages))]
    await show(update)
  }

  // MARK: - The page

  private var frame: ScrollGeometry {
    ScrollGeometry(
      width: geometry.width, height: geometry.height, bottomInset: geometry.inset,
      alignment: .top)
  }

  /// How high rows will be; nothing of them is shown yet. `nil` when the page is gone.
  ///
  /// - Parameter next: the frame in which all that is shown is measured again.
  private func heights(
    of items: [TimelineItem], in next: PageGeometry? = nil
  ) async -> [RowID: Double]? {
    guard anchor != nil, !items.isEmpty else { return [:] }
    let rows = next == nil ? items.map { PageRow($0, lateImages: lateImages) } : nil
    let heights = await view.measure(
      items.count,
      .measure(pane: index, turn: turn, rows: rows, geometry: next ?? geometry))
    return heights.map { Dictionary(zip(items.map(\.id), $0)) { $1 } }
  }

  private func show(_ update: PageUpdate) async {
    var update = update
    update.command = takeCommand()
    update.reading = reading
    await view.show(.apply(pane: index, turn: turn, update))
  }

  private func takeCommand() -> PageCommand? {
    guard let command = owed else { return nil }
    owed = nil
    defer { heard = command.offset }
    switch command {
    case .compensation(let offset, _):
      return PageCommand(reason: nil, offset: offset, heard: heard)
    case .programmatic(let offset, let reason):
      return PageCommand(reason: "\(reason)", offset: offset, heard: heard)
    }
  }
}

extension TimelineDiff {
  /// The rows whose heights it needs: those that come, and those that say something else.
  fileprivate var unmeasured: [TimelineItem] {
    inserts.map(\.item)
      + updates.filter { !$0.aspects.isDisjoint(with: [.content, .grouping]) }.map(\.item)
  }
}

extension [RowID: Double] {
  fileprivate func resizes(_ cause: RowChanges.Resize.Cause) -> RowChanges {
    RowChanges(resizes: map { RowChanges.Resize(id: $0.key, height: $0.value, cause: cause) })
  }
}

extension PageGeometry {
  /// What happens to the frame, in a word.
  fileprivate func word(for next: PageGeometry) -> String {
    if next.inset != inset { return "keyboard" }
    return next.font != font ? "font" : "rotate"
  }
}
