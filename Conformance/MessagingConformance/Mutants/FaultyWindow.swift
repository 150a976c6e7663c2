internal import MessagingCore
internal import MessagingModel

/// The window with one fault: in what it hears, in what it does, or in what it shows.
struct FaultyWindow: ListWindowing {
  typealias Handle =
    @Sendable (inout ListWindow, WindowEvent, Duration) -> WindowOutcome
  typealias Show = @Sendable (WindowReading) -> WindowReading

  private var base: ListWindow
  private let handling: Handle
  private let showing: Show

  init(
    _ options: WindowOptions, showing: @escaping Show = { $0 },
    handling: @escaping Handle = { $0.handle($1, at: $2) }
  ) {
    base = ListWindow(options)
    self.handling = handling
    self.showing = showing
  }

  mutating func handle(_ event: WindowEvent, at now: Duration) -> WindowOutcome {
    handling(&base, event, now)
  }

  var reading: WindowReading { showing(base.reading) }
}

extension Mutant.Replacement {
  /// A window with a fault in its options.
  static func window(
    options change: @escaping @Sendable (inout WindowOptions) -> Void
  ) -> Mutant.Replacement {
    .window { options in
      var changed = options
      change(&changed)
      return ListWindow(changed)
    }
  }

  /// A window with a fault in what it hears: each event becomes those that it takes instead.
  static func window(
    hearing change: @escaping @Sendable (WindowEvent, ListWindow) -> [WindowEvent]
  ) -> Mutant.Replacement {
    .window { options in
      FaultyWindow(
        options,
        handling: { window, event, now in
          window.handle(change(event, window), at: now)
        })
    }
  }

  /// A window with a fault in what it does.
  static func window(
    doing change: @escaping @Sendable (WindowAction, ListWindow) -> [WindowAction]
  ) -> Mutant.Replacement {
    .window { options in
      FaultyWindow(
        options,
        handling: { window, event, now in
          var outcome = window.handle(event, at: now)
          outcome.actions = outcome.actions.flatMap { change($0, window) }
          return outcome
        })
    }
  }
}

extension ListWindow {
  /// Several events at once, as one outcome.
  mutating func handle(_ events: [WindowEvent], at now: Duration) -> WindowOutcome {
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
        kind, in: query.conversation, limit: limit ?? query.limit, crossesGaps: query.crossesGaps))
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
