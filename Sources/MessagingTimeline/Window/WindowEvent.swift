public import MessagingModel

/// What can happen to the range of a conversation that a screen shows. Lengths are points.
public enum WindowEvent: Hashable, Sendable {
  /// The conversation is opened, at its end or at a message. `height` is that of the view: it says
  /// how many rows a page has (`WINDOW-001`).
  case open(at: MessageReference?, height: Double)
  /// The list was laid out or scrolled.
  case viewport(WindowViewport)
  /// The store has a new commit that concerns the conversation.
  case changed
  /// Somebody wants to see a message.
  case jump(to: MessageReference)
  /// Somebody wants to see the end.
  case jumpToEnd
  /// The store answered ``WindowAction/read(_:)``.
  case loaded(WindowRequest.ID, WindowPage)
  /// A gap was filled as far as one request does; what came is in the store.
  case filled(WindowRequest.ID)
  /// The store, or the network, could not answer.
  case failed(WindowRequest.ID)
  /// What another way of paging found for a request: compared with its page, and else without
  /// any effect (`WINDOW-034`).
  case compared(WindowRequest.ID, [MessageID])
  /// The time that ``WindowAction/wake(at:)`` asked for has come.
  case tick
  /// The conversation is closed; nothing happens afterwards.
  case close
}

/// What of the window is visible, as laid out: reported after each layout and each movement.
public struct WindowViewport: Hashable, Sendable {
  /// The uppermost message of which anything is visible.
  public var first: MessageID
  /// The lowest message of which anything is visible.
  public var last: MessageID
  /// How much loaded content lies above what is visible, in points; not negative.
  public var hiddenAbove: Double
  /// How much loaded content lies below what is visible, in points; not negative.
  public var hiddenBelow: Double
  /// Of the view, in points.
  public var height: Double
  /// Messages that hold the view though they may not be visible: the anchor, the target of a jump.
  public var held: [MessageID]

  public init(
    first: MessageID, last: MessageID, hiddenAbove: Double, hiddenBelow: Double, height: Double,
    held: [MessageID] = []
  ) {
    self.first = first
    self.last = last
    self.hiddenAbove = hiddenAbove
    self.hiddenBelow = hiddenBelow
    self.height = height
    self.held = held
  }
}

/// A message as the window knows it: what it is, and where.
public struct WindowRow: Hashable, Sendable {
  public let id: MessageID
  public let position: Position

  public init(id: MessageID, position: Position) {
    self.id = id
    self.position = position
  }

  /// Whether no server has taken it yet.
  public var isUnsent: Bool { position.confirmed == nil }

  /// Whether somebody who says `reference` means this message.
  public func isMeant(by reference: MessageReference) -> Bool {
    switch reference {
    case .id(let id): self.id == id
    case .remote(let remote): position.confirmed?.remoteID == remote
    }
  }
}

/// What the window needs of a store's answer.
public struct WindowPage: Hashable, Sendable {
  /// In ascending order of position, each id once.
  public var rows: [WindowRow]
  /// What lies past the first row.
  public var older: Edge
  /// What lies past the last row.
  public var newer: Edge
  /// The gaps between the rows.
  public var gaps: [Gap]
  /// Whether the message was there around which was read.
  public var found: Bool

  public init(
    rows: [WindowRow], older: Edge, newer: Edge, gaps: [Gap] = [], found: Bool = true
  ) {
    self.rows = rows
    self.older = older
    self.newer = newer
    self.gaps = gaps
    self.found = found
  }

  public init(_ snapshot: Snapshot) {
    self.init(
      rows: snapshot.messages.map { WindowRow(id: $0.id, position: $0.position) },
      older: snapshot.older, newer: snapshot.newer, gaps: snapshot.gaps, found: snapshot.found)
  }

  /// Whether the rows ascend and no id is there twice.
  var isWellFormed: Bool {
    zip(rows, rows.dropFirst()).allSatisfy { $0.position < $1.position }
      && Set(rows.lazy.map(\.id)).count == rows.count
  }
}
