internal import MessagingModel
internal import MessagingTimeline

/// The lists of a page. Pure: a note in, what each list wants out.
struct LabScreen {
  private var panes: [Pane]
  private let messages: Int

  init(_ hello: PageHello) {
    messages = hello.messages
    panes = hello.keepers.prefix(3).enumerated().map { Pane($0.offset, $0.element, hello) }
  }

  mutating func open(at now: Int64) -> [(Int, Pane.Outcome)] {
    all { $0.open(at: now) }
  }

  mutating func handle(_ note: LabSession.Note, at now: Int64) -> [(Int, Pane.Outcome)] {
    switch note {
    case .page(let event): handle(event, at: now)
    case .moved: all { $0.handle(.changed, at: now) }
    case .read(let pane, let request, let snapshot?):
      one(pane) { $0.take(snapshot, of: request, at: now) }
    case .read(let pane, let request, nil):
      one(pane) { $0.handle(.failed(request.id), at: now) }
    case .filled(let pane, let id, .failed): one(pane) { $0.handle(.failed(id), at: now) }
    case .filled(let pane, let id, _): one(pane) { $0.handle(.filled(id), at: now) }
    case .tick(let pane): one(pane) { $0.handle(.tick, at: now) }
    case .sent(let id):
      all { $0.willShow(sent: id, at: now) }
    }
  }

  private mutating func handle(_ event: PageEvent, at now: Int64) -> [(Int, Pane.Outcome)] {
    switch event {
    case .hello, .knob(.receive), .knob(.send), .knob(.receipts), .knob(.online),
      .knob(.loseAnswer):
      return []
    case .measured(let pane, let turn, let heights):
      return one(pane) { $0.measured(turn, heights, at: now) }
    case .applied(let pane, let turn, let view):
      return one(pane) { $0.applied(turn, view, at: now) }
    case .scrolled(let pane, let turn, let view):
      return one(pane) { $0.scrolled(turn, view, at: now) }
    case .phase(let pane, let phase): return one(pane) { $0.phase(phase, at: now) }
    case .geometry(let geometry):
      return all { pane in
        pane.nextGeometry = geometry
        var outcome = Pane.Outcome()
        pane.advance(&outcome, at: now)
        return outcome
      }
    case .knob(.lateImage): return all { $0.lateImage(at: now) }
    case .knob(.end): return all { $0.handle(.jumpToEnd, at: now) }
    case .knob(.jump):
      // Stored since the page opened, and far from its end.
      let target = LabConversation.position(at: 0, messages - LabClient.stored + 20).remoteID
      return all { $0.handle(.jump(to: .remote(target)), at: now) }
    }
  }

  private mutating func one(
    _ index: Int, _ body: (inout Pane) -> Pane.Outcome
  ) -> [(Int, Pane.Outcome)] {
    guard panes.indices.contains(index) else { return [] }
    return [(index, body(&panes[index]))]
  }

  private mutating func all(_ body: (inout Pane) -> Pane.Outcome) -> [(Int, Pane.Outcome)] {
    panes.indices.map { ($0, body(&panes[$0])) }
  }
}
