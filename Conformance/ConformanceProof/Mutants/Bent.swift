internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Something that decides and does nothing itself: an event in, what is to be done out.
protocol Deciding: Sendable {
  associatedtype Options: Sendable
  associatedtype Event: Sendable
  associatedtype Time: Sendable
  associatedtype Outcome: Sendable
  /// What it shows between two events.
  associatedtype Reading: Sendable

  mutating func handle(_ event: Event, at now: Time) -> Outcome
  var reading: Reading { get }
}

/// The reference of such a role with one fault around it: in what it hears, in what it does, or in
/// what it shows.
struct Bent<Part: Deciding, Notes: Sendable>: Sendable {
  typealias Handle = @Sendable (inout Bent, Part.Event, Part.Time) -> Part.Outcome
  typealias Show = @Sendable (Bent, inout Part.Reading) -> Void

  let options: Part.Options
  var part: Part
  /// For the fault to remember what it likes.
  var notes: Notes
  private let handling: Handle
  private let showing: Show

  init(
    _ part: Part, _ options: Part.Options, noting notes: Notes,
    showing: @escaping Show = { _, _ in }, handling: @escaping Handle
  ) {
    self.options = options
    self.part = part
    self.notes = notes
    self.handling = handling
    self.showing = showing
  }

  mutating func handle(_ event: Part.Event, at now: Part.Time) -> Part.Outcome {
    handling(&self, event, now)
  }

  var reading: Part.Reading {
    var reading = part.reading
    showing(self, &reading)
    return reading
  }
}

extension ListWindow: Deciding {
  typealias Options = WindowOptions
  typealias Event = WindowEvent
  typealias Time = Int64
  typealias Outcome = WindowOutcome
  typealias Reading = WindowReading
}

extension Bent: ListWindowing where Part == ListWindow {}

// The body of the mutants of scrolling is the oracle: it has rules that can be replaced.
extension NaiveScroll: Deciding {
  typealias Options = ScrollOptions
  typealias Event = ScrollEvent
  typealias Time = Void
  typealias Outcome = ScrollOutcome
  typealias Reading = ScrollReading

  mutating func handle(_ event: ScrollEvent, at _: Void) -> ScrollOutcome { handle(event) }
}

extension Bent: ScrollAnchoring where Part == NaiveScroll {
  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome { handle(event, at: ()) }

  var savedPosition: SavedScrollPosition? { part.savedPosition }
  var sight: ScrollSight { part.sight }

  func frame(of id: RowID) -> RowFrame? { part.frame(of: id) }
}
