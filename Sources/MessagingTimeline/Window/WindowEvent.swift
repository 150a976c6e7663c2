public import MessagingModel

/// An event of the window over a conversation. Lengths are points.
public enum WindowEvent: Hashable, Sendable {
  /// The conversation is opened at a message, or at its end for `nil`. `height` is the height of
  /// the view. It decides how many rows a page has (`WINDOW-001`).
  case open(at: MessageReference?, height: Double)
  /// The list was laid out or scrolled.
  case viewport(WindowViewport)
  /// The store has a new commit that concerns the conversation.
  case changed
  /// The user asks for a message.
  case jump(to: MessageReference)
  /// The user asks for the end.
  case jumpToEnd
  /// The store answered ``WindowAction/read(_:)``.
  case loaded(WindowRequest.ID, WindowPage)
  /// ``WindowAction/fill(_:_:)`` has succeeded, for the gap or a part of it. What it brought is in
  /// the store.
  case filled(WindowRequest.ID)
  /// The store or the network could not answer a request.
  case failed(WindowRequest.ID)
  /// The ids that another way of paging found for a request. They are compared with its page, and
  /// have no other effect (`WINDOW-034`).
  case compared(WindowRequest.ID, [MessageID])
  /// The time of ``WindowAction/wake(at:)`` has come.
  case tick
  /// The conversation is closed. Later events return no actions.
  case close
}

/// The visible part of the window, as laid out. It is reported after each layout and each movement.
public struct WindowViewport: Hashable, Sendable {
  /// The uppermost message that is visible, at least in part.
  public var first: MessageID
  /// The lowest message that is visible, at least in part.
  public var last: MessageID
  /// How much loaded content lies above what is visible, in points; not negative.
  public var hiddenAbove: Double
  /// How much loaded content lies below what is visible, in points; not negative.
  public var hiddenBelow: Double
  /// The height of the view, in points; 0 if none of the loaded messages can be seen. Pages are
  /// then read without the wait after opening (`WINDOW-011`), as high as the view was before.
  public var height: Double
  /// Messages that are not evicted even if they are not visible: the anchor, the target of a jump.
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

/// A message in the window: its id and its position.
public struct WindowRow: Hashable, Sendable {
  public let id: MessageID
  public let position: Position

  public init(id: MessageID, position: Position) {
    self.id = id
    self.position = position
  }

  /// Whether no server has taken the message yet.
  public var isUnsent: Bool { position.confirmed == nil }

  /// Whether a reference names this message.
  public func isMeant(by reference: MessageReference) -> Bool {
    switch reference {
    case .id(let id): self.id == id
    case .remote(let remote): position.confirmed?.remoteID == remote
    }
  }
}

/// The part of a store's answer that the window needs.
public struct WindowPage: Hashable, Sendable {
  /// In ascending order of position, each id once.
  public var rows: [WindowRow]
  /// What lies past the first row.
  public var older: Edge
  /// What lies past the last row.
  public var newer: Edge
  /// The gaps between the rows.
  public var gaps: [Gap]
  /// Whether the store has the message around which it read; `true` for other reads.
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
