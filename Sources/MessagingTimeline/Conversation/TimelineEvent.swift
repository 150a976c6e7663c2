public import MessagingModel

/// What can happen to a conversation on a screen. Lengths are points.
public enum TimelineEvent: Hashable, Sendable {
  // The screen.

  /// Somebody comes to the conversation. `height` is that of the view: it says how many rows fill
  /// it.
  case opened(at: OpeningPlace, height: Double)
  /// The screen has applied the update before, and takes another one.
  case ready
  /// The list was laid out or scrolled.
  case looked(WindowViewport)
  /// Somebody wants to see a message.
  case jumped(to: MessageReference)
  /// Somebody wants to see the end.
  case jumpedToEnd
  /// Rows must not change now, or may again: a finger drags, something animates, the keyboard
  /// moves.
  case held(Bool)
  /// Whether somebody looks at the screen: it is the front one of an app that is in front.
  case active(Bool)
  /// A message was written on this screen just now.
  case sent(MessageID)
  /// What rows depend on besides the store: the clock of the place, whose messages are hidden.
  case shown(TimelineInput)
  /// Who is writing, all of them.
  case typing(Set<ParticipantID>)
  /// The screen goes; nothing happens afterwards.
  case closed

  // The store.

  /// There is a commit that concerns the conversation.
  case committed(ChangeKinds)
  /// What was asked for with ``TimelineAction/read(_:_:)``.
  case read(TimelineTicket, Snapshot)
  /// The store could not answer.
  case notRead(TimelineTicket, RepositoryError.Code)
  /// The store did not take what ``TimelineAction/markRead(_:)`` said: `unknown-message` if it does
  /// not have the message.
  case notMarked(MessageReference, RepositoryError.Code)
  /// The store is closed; nothing happens afterwards.
  case storeClosed

  // The network.

  /// How far syncing is.
  case syncing(TimelineSync)
  /// A request for what is missing has ended; what came is in the store.
  case filled(TimelineTicket)
  /// It came to nothing.
  case notFilled(TimelineTicket)

  /// The time of `TimelineDeciding.nextDeadline` has come.
  case clock
}

/// Where a conversation is opened.
public enum OpeningPlace: Hashable, Sendable {
  case end
  /// Where the unread messages begin; at the end if nothing is unread, or if that is not stored.
  case firstUnread
  /// At a message: a search result, a notification, where somebody was the last time.
  case message(MessageReference)
}

/// What a conversation has to know of syncing.
public enum TimelineSync: Hashable, Sendable {
  /// There is no network; what is stored is shown.
  case offline
  /// What happened meanwhile arrives: it is shown in one piece.
  case catchingUp
  /// What is stored is what there is.
  case live
}

/// A request that is in flight; each is given once in the life of a timeline.
public struct TimelineTicket: Hashable, Comparable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }

  public static func < (left: TimelineTicket, right: TimelineTicket) -> Bool {
    left.number < right.number
  }
}
