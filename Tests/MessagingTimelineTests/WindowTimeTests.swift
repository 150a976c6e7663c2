import MessagingModel
import MessagingTimeline
import Testing

/// Times at the ends of what a number can hold.
@Suite struct WindowTimeTests {
  private static func opened(
    at now: Int64, _ change: (inout WindowOptions) -> Void = { _ in }
  ) throws -> (window: ListWindow, request: WindowRequest) {
    var options = WindowOptions(conversation: "k1")
    change(&options)
    var window = ListWindow(options)
    let actions = window.handle(.open(at: nil, height: 700), at: now).actions
    guard case .read(let request)? = actions.first else {
      throw CanNotOpen(actions: actions)
    }
    return (window, request)
  }

  struct CanNotOpen: Error { let actions: [WindowAction] }

  @Test func `a wait for ever never ends, and nothing traps`() throws {
    var (window, request) = try Self.opened(at: 5) {
      $0.firstRetry = .max
      $0.longestRetry = .max
      $0.quiet = .max
    }
    #expect(window.handle(.failed(request.id), at: 5).actions == [.wake(at: .max)])
    #expect(window.handle(.tick, at: .max - 1).actions == [])
    request = try #require(Self.read(window.handle(.tick, at: .max).actions))
    #expect(window.handle(.failed(request.id), at: .max).rejection == nil)
  }

  @Test func `doubled a hundred times, a wait is the longest one`() throws {
    var (window, request) = try Self.opened(at: 0) { $0.longestRetry = .max - 1 }
    var now: Int64 = 0
    var waits: [Int64] = []
    for _ in 0..<100 where now < .max {
      guard case .wake(let time)? = window.handle(.failed(request.id), at: now).actions.first
      else { break }
      waits.append(time - now)
      now = time
      request = try #require(Self.read(window.handle(.tick, at: now).actions))
    }
    #expect(waits.prefix(4) == [1_000, 2_000, 4_000, 8_000])
    #expect(now == .max)
  }

  @Test func `a clock may begin before its zero`() throws {
    let (window, _) = try Self.opened(at: .min)
    #expect(window.reading.read?.purpose == .initial)
  }

  private static func read(_ actions: [WindowAction]) -> WindowRequest? {
    for case .read(let request) in actions { return request }
    return nil
  }
}
