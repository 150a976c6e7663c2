public import MessagingModel

/// What an event comes to: what is to be done, in this order.
public struct WindowOutcome: Hashable, Sendable {
  public var actions: [WindowAction]
  /// Why the event was refused; rows and edges are then as before.
  public var rejection: WindowRejection?
  /// How the page of another way of paging differs (`WINDOW-034`).
  public var mismatch: PagingMismatch?

  public init(
    actions: [WindowAction] = [], rejection: WindowRejection? = nil,
    mismatch: PagingMismatch? = nil
  ) {
    self.actions = actions
    self.rejection = rejection
    self.mismatch = mismatch
  }
}

/// What the owner of a window does for it.
public enum WindowAction: Hashable, Sendable {
  /// Read from the store and report with the request's id. At most one is in flight.
  case read(WindowRequest)
  /// Let the network fill a gap of the store and report with the id. At most one is in flight.
  case fill(WindowRequest.ID, Gap)
  /// Forget a request; what it brings will be ignored.
  case cancel(WindowRequest.ID)
  /// So many rows are no longer in the window, at its upper and at its lower end.
  case evict(head: Int, tail: Int)
  /// Show a message, which is in the window now.
  case scroll(to: MessageID)
  /// Show the end, which is in the window now.
  case scrollToEnd
  /// Somebody wants to see a message that is not stored.
  case missing(MessageReference)
  /// Send ``WindowEvent/tick`` at this time; an earlier one is of no use. In milliseconds of the
  /// window's clock.
  case wake(at: Int64)
}

/// A page that is to be read.
public struct WindowRequest: Hashable, Sendable {
  /// Each is given once in the life of a window.
  public typealias ID = Int

  /// Why it is read, most urgent first.
  public enum Purpose: Int, Hashable, Comparable, Sendable, CaseIterable {
    /// The first page of an opening.
    case initial
    /// Somebody jumped to a message that is not loaded.
    case around
    /// Somebody jumped to an end that is not loaded.
    case newest
    /// The backlog above what is visible is short.
    case older
    /// The backlog below what is visible is short.
    case newer
    /// The store has news of what is loaded.
    case same

    public static func < (left: Purpose, right: Purpose) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  public let id: ID
  public let purpose: Purpose
  public let query: Query

  public init(id: ID, purpose: Purpose, query: Query) {
    self.id = id
    self.purpose = purpose
    self.query = query
  }
}

/// Why an event was refused.
public enum WindowRejection: String, Hashable, Sendable, CaseIterable {
  /// A length is not a number, infinite or negative.
  case badLength = "bad-length"
  /// A visible message is not in the window.
  case unknownRow = "unknown-row"
  /// A page is not in order, or holds an id twice; its request counts as failed.
  case badPage = "bad-page"
  /// The window is not open yet, or open already.
  case wrongPhase = "wrong-phase"
}

/// How two ways of paging differ in one page (`WINDOW-034`).
public struct PagingMismatch: Hashable, Sendable {
  public let request: WindowRequest.ID
  /// In the page of the other way alone, in its order.
  public let onlyThere: [MessageID]
  /// In the page of this way alone, in its order.
  public let onlyHere: [MessageID]

  /// A mismatch that somebody else found.
  package init(request: WindowRequest.ID, onlyThere: [MessageID], onlyHere: [MessageID]) {
    self.request = request
    self.onlyThere = onlyThere
    self.onlyHere = onlyHere
  }

  /// `nil` if both hold the same ids in the same order.
  public init?(request: WindowRequest.ID, here: [MessageID], there: [MessageID]) {
    guard here != there else { return nil }
    let (ours, theirs) = (Set(here), Set(there))
    self.request = request
    onlyThere = there.filter { !ours.contains($0) }
    onlyHere = here.filter { !theirs.contains($0) }
  }
}
