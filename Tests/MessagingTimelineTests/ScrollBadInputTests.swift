import MessagingModel
import MessagingTimeline
import Testing

/// SCROLL-052: what makes no sense is refused, and nothing has changed.
@Suite struct ScrollBadInputTests {
  static let wrong: [Double] = [.nan, .infinity, -.infinity, -0.25, 1_000_001, 1e300]

  private static func refuses(
    _ event: ScrollEvent, _ rejection: ScrollRejection, in stage: ScrollStage,
    _ location: SourceLocation = #_sourceLocation
  ) {
    var anchor = stage.anchor
    let outcome = anchor.handle(event)
    #expect(outcome == ScrollOutcome(rejection: rejection), sourceLocation: location)
    #expect(anchor == stage.anchor, sourceLocation: location)
  }

  private static func changes(_ changes: RowChanges) -> ScrollEvent {
    .transaction(ScrollTransaction(rows: .changes(changes)))
  }

  private static func stage() -> ScrollStage {
    var stage = ScrollStage(seed: 3, decorated: false)
    stage.change(stage.appended(12, decorated: false))
    _ = stage.read()
    return stage
  }

  @Test(arguments: wrong) func `a length that is none`(length: Double) {
    let stage = ScrollBadInputTests.stage()
    let id = stage.rows[2].id
    let row = ScrollRow(id: rowID(900), kind: .remoteMessage, height: length)
    func refuses(_ event: ScrollEvent) {
      ScrollBadInputTests.refuses(event, .badLength, in: stage)
    }
    for cause: RowChanges.Resize.Cause in [.content, .firstMeasurement, .grouping, .width] {
      let resize = RowChanges.Resize(id: id, height: length, cause: cause)
      refuses(ScrollBadInputTests.changes(RowChanges(resizes: [resize])))
    }
    let insert = RowChanges.Insert(index: 0, row: row)
    refuses(ScrollBadInputTests.changes(RowChanges(inserts: [insert])))
    refuses(.transaction(ScrollTransaction(rows: .replace([stage.rows[0], row]))))
    let parts: [WritableKeyPath<ScrollGeometry, Double>] = [
      \.width, \.height, \.topInset, \.bottomInset, \.gap, \.topPadding, \.bottomPadding,
    ]
    for part in parts {
      var geometry = stage.geometry
      geometry[keyPath: part] = length
      refuses(.transaction(ScrollTransaction(geometry: geometry)))
    }
    guard !(length.magnitude < 2_000_000) else { return }
    refuses(.scrolled(to: length))
  }

  @Test func `indexes that do not fit`() {
    let stage = ScrollBadInputTests.stage()
    let count = stage.rows.count
    let row = ScrollRow(id: rowID(900), kind: .remoteMessage, height: 10)
    let other = ScrollRow(id: rowID(901), kind: .remoteMessage, height: 10)
    func insert(_ index: Int, _ row: ScrollRow) -> RowChanges.Insert {
      RowChanges.Insert(index: index, row: row)
    }
    let wrong: [RowChanges] = [
      RowChanges(deletes: [count]), RowChanges(deletes: [-1]), RowChanges(deletes: [1, 2]),
      RowChanges(deletes: [2, 2]), RowChanges(inserts: [insert(count + 1, row)]),
      RowChanges(inserts: [insert(-1, row)]),
      RowChanges(inserts: [insert(2, row), insert(2, other)]),
      RowChanges(inserts: [insert(3, row), insert(2, other)]),
      RowChanges(moves: [TimelineDiff.Move(from: count, to: 0)]),
      RowChanges(moves: [TimelineDiff.Move(from: 0, to: count)]),
      RowChanges(moves: [TimelineDiff.Move(from: 0, to: 1), TimelineDiff.Move(from: 0, to: 2)]),
      RowChanges(deletes: [4], moves: [TimelineDiff.Move(from: 4, to: 1)]),
      RowChanges(deletes: [1, 2], moves: [TimelineDiff.Move(from: 4, to: 1)]),
      RowChanges(inserts: [insert(1, row)], moves: [TimelineDiff.Move(from: 4, to: 1)]),
    ]
    for changes in wrong {
      ScrollBadInputTests.refuses(ScrollBadInputTests.changes(changes), .badIndex, in: stage)
    }
  }

  @Test func `an id that is deleted and comes again is there once`() {
    let stage = ScrollBadInputTests.stage()
    var anchor = stage.anchor
    let first = stage.rows[0]
    let changes = RowChanges(deletes: [0], inserts: [RowChanges.Insert(index: 0, row: first)])
    let outcome = anchor.handle(ScrollBadInputTests.changes(changes))
    #expect(outcome.rejection == nil)
    #expect(anchor.reading == stage.anchor.reading)
    #expect(anchor.frame(of: first.id) == stage.anchor.frame(of: first.id))
  }

  @Test func `an id that is there twice, and one that is not there`() {
    let stage = ScrollBadInputTests.stage()
    let first = stage.rows[0]
    let row = ScrollRow(id: rowID(900), kind: .remoteMessage, height: 10)
    let resize = RowChanges.Resize(id: first.id, height: 10, cause: .content)
    let twice: [ScrollTransaction.Rows] = [
      .changes(RowChanges(inserts: [RowChanges.Insert(index: 0, row: first)])),
      .changes(
        RowChanges(
          inserts: [RowChanges.Insert(index: 0, row: row), RowChanges.Insert(index: 1, row: row)])),
      .changes(RowChanges(resizes: [resize, resize])),
      .replace([first, row, first]),
    ]
    for rows in twice {
      ScrollBadInputTests.refuses(
        .transaction(ScrollTransaction(rows: rows)), .duplicateID, in: stage)
    }
    let gone = RowChanges.Resize(id: rowID(901), height: 10, cause: .content)
    let unknown: [ScrollEvent] = [
      ScrollBadInputTests.changes(RowChanges(resizes: [gone])),
      ScrollBadInputTests.changes(RowChanges(deletes: [0], resizes: [resize])),
      .transaction(ScrollTransaction(sent: rowID(901))),
      .jump(to: rowID(901), position: nil, alignment: .top),
    ]
    for event in unknown { ScrollBadInputTests.refuses(event, .unknownRow, in: stage) }
  }

  @Test func `heights come with the rows they are for`() {
    var stage = ScrollBadInputTests.stage()
    let row = ScrollRow(id: rowID(900), kind: .remoteMessage, height: 10)
    let resize = RowChanges.Resize(id: row.id, height: 30, cause: .firstMeasurement)
    let outcome = stage.change(
      RowChanges(inserts: [RowChanges.Insert(index: 0, row: row)], resizes: [resize]))
    #expect(outcome.rejection == nil)
    #expect(stage.reading.contentHeight == stage.content)
  }
}
