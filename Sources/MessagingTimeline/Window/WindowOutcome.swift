public import MessagingModel

/// The result of an event: the actions to carry out, in this order.
public struct WindowOutcome: Hashable, Sendable {
  public var actions: [WindowAction]
  /// Why the event was refused; `nil` if it was not. A refused event leaves rows and edges
  /// unchanged.
  public var rejection: WindowRejection?
  /// How the page of another way of paging differs (`WINDOW-034`); `nil` if it does not, or if none
  /// was compared.
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

/// An action that the owner of a window carries out.
public enum WindowAction: Hashable, Sendable {
  /// Read from the store, and report with ``WindowEvent/loaded(_:_:)`` or
  /// ``WindowEvent/failed(_:)`` and the request's id. At most one is in flight.
  case read(WindowRequest)
  /// Ask the network to fill a gap of the store, and report with ``WindowEvent/filled(_:)`` or
  /// ``WindowEvent/failed(_:)`` and the id. At most one is in flight.
  case fill(WindowRequest.ID, Gap)
  /// Forget a request. Its answer will be ignored.
  case cancel(WindowRequest.ID)
  /// The window has dropped this many rows, at its upper end (`head`) and at its lower end
  /// (`tail`).
  case evict(head: Int, tail: Int)
  /// Scroll to a message, which is in the window now.
  case scroll(to: MessageID)
  /// Scroll to the end, which is in the window now.
  case scrollToEnd
  /// The target of a jump or of the opening is not stored.
  case missing(MessageReference)
  /// Send ``WindowEvent/tick`` at this time, in milliseconds of the window's clock. A tick before
  /// it has no effect. A later `wake` replaces this one.
  case wake(at: Int64)
}

/// A request to read a page.
public struct WindowRequest: Hashable, Sendable {
  /// The number of a request. Each number is used once in the life of a window.
  public typealias ID = Int

  /// Why a page is read, the most urgent purpose first.
  public enum Purpose: Int, Hashable, Sendable, CaseIterable {
    /// The first page of an opening.
    case initial
    /// A jump to a message that is not loaded.
    case around
    /// A jump to the end, which is not loaded.
    case newest
    /// The backlog above the visible rows is short.
    case older
    /// The backlog below the visible rows is short.
    case newer
    /// The store has news of the loaded rows.
    case same
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
  /// A message that was reported as visible is not in the window, or the last one lies above the
  /// first.
  case unknownRow = "unknown-row"
  /// A page is not in order, or holds an id twice; its request counts as failed.
  case badPage = "bad-page"
  /// The window is not open yet, or open already.
  case wrongPhase = "wrong-phase"
}

/// The difference between two ways of paging in one page (`WINDOW-034`).
public struct PagingMismatch: Hashable, Sendable {
  public let request: WindowRequest.ID
  /// The ids that only the page of the other way has, in its order.
  public let onlyThere: [MessageID]
  /// The ids that only the page of this way has, in its order.
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
