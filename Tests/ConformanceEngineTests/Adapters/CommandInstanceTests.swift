import BuiltInSubjects
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// Values of an adapter: what copies of them are, and which numbers they have.
struct CommandInstanceTests {
  /// What an adapter was asked: the kind and the number of each request.
  private final class Log: Sendable {
    private let lines = Locked<[String]>([])

    func note(_ line: String) {
      guard let request = try? TestJSON(line), let kind = request["do"]?.string,
        case .number(let number)? = request["instance"]
      else { return }
      lines.withLock { $0.append("\(kind) \(number)") }
    }

    var entries: [String] { lines.current }
  }

  private static let options = WindowOptions(conversation: "k1")

  @Test func `a copy that goes another way is a value of its own`() async throws {
    let log = Log()
    let subject = try await ServedPeer.subject(ModelSubject(), heard: { log.note($0) })
    var window = subject.listWindow(Self.options)
    _ = window.handle(.open(at: nil, height: 700), at: 0)
    var copy = window
    #expect(log.entries == ["new 1", "handle 1"])
    // The first to go on keeps the number, whichever it is.
    let outcome = copy.handle(.jump(to: .remote("s7")), at: 1)
    #expect(log.entries == ["new 1", "handle 1", "handle 1"])
    let page = WindowPage(rows: [], older: .end, newer: .end)
    let other = window.handle(.loaded(1, page), at: 2)
    #expect(log.entries.suffix(3) == ["new 2", "handle 2", "handle 2"])
    // Both are as if the other were not there.
    var model: any ListWindowing = ListWindow(Self.options)
    _ = model.handle(.open(at: nil, height: 700), at: 0)
    var second = model
    #expect(second.handle(.jump(to: .remote("s7")), at: 1) == outcome)
    #expect(model.handle(.loaded(1, page), at: 2) == other)
    #expect(copy.reading == second.reading && window.reading == model.reading)
  }

  @Test func `a copy that handles nothing costs nothing`() async throws {
    let log = Log()
    let subject = try await ServedPeer.subject(ModelSubject(), heard: { log.note($0) })
    var anchor = subject.scrollAnchoring(ScrollOptions())
    for y in 1...5 {
      let old = anchor
      _ = anchor.handle(.scrolled(to: Double(y)))
      #expect(old.reading == old.reading)
    }
    #expect(log.entries == ["new 1"] + [String](repeating: "handle 1", count: 5))
  }

  @Test func `a copy is asked as it was`() async throws {
    let subject = try await ServedPeer.subject(ModelSubject())
    var anchor = subject.scrollAnchoring(ScrollOptions())
    let id = RowID.message(MessageID(high: 1, low: 1))
    let row = ScrollRow(id: id, kind: .remoteMessage, height: 40)
    let geometry = ScrollGeometry(height: 100)
    _ = anchor.handle(
      .transaction(ScrollTransaction(rows: .replace([row]), geometry: geometry)))
    let old = anchor
    _ = anchor.handle(.transaction(ScrollTransaction(rows: .replace([]))))
    // 40 points at the bottom of 100.
    #expect(old.frame(of: id) == RowFrame(y: 60, height: 40))
    #expect(anchor.frame(of: id) == nil)
  }

  @Test func `the number of a value that is gone is used again`() async throws {
    let log = Log()
    let subject = try await ServedPeer.subject(ModelSubject(), heard: { log.note($0) })
    for time in Int64(0)..<3 {
      var queue = subject.sendDeciding(SendPolicy(), seed: 1)
      _ = queue.handle(.moved, at: time)
      let old = queue
      _ = queue.handle(.online(true), at: time)
      for _ in 0..<2 {
        var copy = old
        _ = copy.handle(.clock, at: time)
      }
    }
    let copied = ["new 2", "handle 2", "handle 2"]
    let once = ["new 1", "handle 1", "handle 1"] + copied + copied
    #expect(log.entries == once + once + once)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (12, "12"), (-12.5, "-12.5"), (1.0 / 192, "0.005208333333333333"),
    (100.0 / 3, "33.333333333333336"), (1e300, "1e+300"), (.nan, "\"NaN\""),
    (.infinity, "\"Infinity\""), (-.infinity, "\"-Infinity\""), (1e15, "1000000000000000"),
    (1e16, "1e+16"),
  ])
  func `a number is the shortest that is read as the same`(_ value: Double, _ text: String) throws {
    #expect(String(decoding: NumberForm(value).canonical, as: UTF8.self) == text)
    let read = try NumberForm(canonical: Array(text.utf8)).value
    #expect(read == value || (read.isNaN && value.isNaN))
  }

  @Test(arguments: ["+1", ".5", "1e999", "-", "e5", "\"1\"", "NaN", "true", "1.2.3"])
  func `what is no number of JSON is refused`(_ text: String) {
    #expect(throws: CanonicalError.self) { try NumberForm(canonical: Array(text.utf8)) }
  }

  @Test func `a row is found by its name`() {
    let place = ServerPosition(serverTime: -1, timestamp: 2, remoteID: "a:b:")
    let rows: [RowID] = [
      .message(MessageID(high: 1, low: 2)), .day(CalendarDay(number: -3, zone: "Europe/Berlin")),
      .day(CalendarDay(number: 0, zone: "a:b")), .unreadDivider, .gap(after: place),
      .gap(after: nil), .start, .loadingOlder, .loadingNewer, .typing,
    ]
    #expect(rows.map { RowNameForm.row(RowForm.name(of: $0)) } == rows)
    let none = ["", "m4", "message:12", "day:x:UTC", "day:3", "gap:1:2", "gap:1:x:s1", "end"]
    #expect(none.compactMap(RowNameForm.row).isEmpty)
  }
}
