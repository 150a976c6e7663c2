internal import MessagingModel

/// A line of a `window` block.
enum WindowLine: Sendable {
  case options([(option: Option, value: Int)])
  case store([WindowRow], missing: [WindowRow])
  case act(WindowAct)
  /// Everything is answered until nothing is under way.
  case settle
  case expect(WindowObservable, [String])

  enum Verb: String, CaseIterable {
    case options, store, open, see, answer, late, fail, filled, put, arrive, send, confirm, remove
    case lose, news, jump, wait, settle, compare, close
  }

  enum Option: String, CaseIterable {
    case cap, interval, quiet, retry, longest
  }
}

/// What happens in a `window` block.
enum WindowAct: Sendable {
  case open(at: MessageReference?, height: Double)
  case see(WindowWorld.Sight)
  case answer(Answer)
  case late(WindowRequest.ID)
  case fail
  case filled(Int)
  case fillFails
  /// Something is stored, and the window hears of it or not.
  case put([WindowRow], isHeard: Bool)
  case confirm(own: Int, as: Int)
  case remove([MessageID])
  /// The store learns that the network has more.
  case lose([WindowRow])
  case news
  case jump(to: MessageReference?)
  case wait(Int)
  case compare([MessageID])
  case close

  /// How the store answers.
  enum Answer: String, CaseIterable, Sendable {
    case properly
    /// With a row twice.
    case twice
    /// In descending order.
    case reversed
    /// With nothing, though there is more.
    case empty
  }
}

/// What a `window` block can expect.
enum WindowObservable: String, CaseIterable, Sendable {
  case rows, edges, gaps, read, reads, fill, did, older, newer, error, mismatch, visited
  case started, fills, dropped, merged, cancelled, late, overlaps, empty, compared, mismatches
}
