internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension FaultyPart {
  /// A window with a fault in its options.
  static func window(
    options change: @escaping @Sendable (inout WindowOptions) -> Void
  ) -> FaultyPart {
    .window { options in
      var changed = options
      change(&changed)
      return ListWindow(changed)
    }
  }

  /// A window with a fault that remembers something.
  ///
  /// - Parameter notes: what it remembers at first.
  static func window<Notes: Sendable>(
    noting notes: Notes, showing: @escaping Bent<ListWindow, Notes>.Show = { _, _ in },
    handling: @escaping Bent<ListWindow, Notes>.Handle
  ) -> FaultyPart {
    .window {
      Bent<ListWindow, Notes>(
        ListWindow($0), $0, noting: notes, showing: showing, handling: handling)
    }
  }

  /// A window with a fault in how it handles an event.
  static func window(
    handling: @escaping @Sendable (inout ListWindow, WindowEvent, Int64) -> WindowOutcome
  ) -> FaultyPart {
    .window(noting: ()) { bent, event, now in handling(&bent.part, event, now) }
  }

  /// A window with a fault in what it shows.
  static func window(
    showing change: @escaping @Sendable (inout WindowReading) -> Void
  ) -> FaultyPart {
    .window(
      noting: (), showing: { _, reading in change(&reading) },
      handling: { bent, event, now in bent.part.handle(event, at: now) })
  }

  /// A window with a fault in what it hears: each event becomes those that it takes instead.
  static func window(
    hearing change: @escaping @Sendable (WindowEvent, ListWindow) -> [WindowEvent]
  ) -> FaultyPart {
    .window(handling: { window, event, now in window.handle(change(event, window), at: now) })
  }

  /// A window with a fault in what it does.
  static func window(
    doing change: @escaping @Sendable (WindowAction, ListWindow) -> [WindowAction]
  ) -> FaultyPart {
    .window(handling: { window, event, now in
      var outcome = window.handle(event, at: now)
      outcome.actions = outcome.actions.flatMap { change($0, window) }
      return outcome
    })
  }
}

extension ListWindow {
  /// Several events at once, as one outcome.
  mutating func handle(_ events: [WindowEvent], at now: Int64) -> WindowOutcome {
    var outcome = WindowOutcome()
    for event in events {
      let next = handle(event, at: now)
      outcome.actions += next.actions
      outcome.rejection = next.rejection ?? outcome.rejection
      outcome.mismatch = next.mismatch ?? outcome.mismatch
    }
    return outcome
  }
}

extension WindowRequest {
  /// The same with another query.
  func with(_ kind: Query.Kind, limit: Int? = nil) -> WindowRequest {
    WindowRequest(
      id: id, purpose: purpose,
      query: Query(
        kind, in: query.conversation, limit: limit ?? query.limit, crossesGaps: query.crossesGaps,
        scope: query.scope))
  }

  func with(limit: Int) -> WindowRequest { with(query.kind, limit: limit) }

  /// One more, of which the window knows nothing.
  var twin: WindowRequest { WindowRequest(id: id + 10_000, purpose: purpose, query: query) }
}

extension WindowEvent {
  /// The same event with another page.
  func mapPage(_ change: (inout WindowPage) -> Void) -> WindowEvent {
    guard case .loaded(let id, var page) = self else { return self }
    change(&page)
    return .loaded(id, page)
  }

  /// The same event with another viewport.
  func mapView(_ change: (inout WindowViewport) -> Void) -> WindowEvent {
    guard case .viewport(var viewport) = self else { return self }
    change(&viewport)
    return .viewport(viewport)
  }
}
