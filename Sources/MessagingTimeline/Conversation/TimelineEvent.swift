public import MessagingModel

/// An event of a conversation on a screen. Lengths are points.
public enum TimelineEvent: Hashable, Sendable {
  // The screen.

  /// The user opens the conversation. `height` is the height of the view. It decides how many rows
  /// fill the view.
  case opened(at: OpeningPlace, height: Double)
  /// The screen has applied the last update and takes another one.
  case ready
  /// The list was laid out or scrolled.
  case looked(WindowViewport)
  /// The user asks for a message.
  case jumped(to: MessageReference)
  /// The user asks for the end.
  case jumpedToEnd
  /// Whether rows must not change now: a finger drags, an animation runs, or the keyboard moves.
  case held(Bool)
  /// Whether the user looks at the screen: it is the front screen of an app in the foreground.
  case active(Bool)
  /// A message was written on this screen just now.
  case sent(MessageID)
  /// A new value of what rows depend on besides the store: the time zone, whose messages are
  /// hidden. Its ``TimelineInput/typing`` has no effect.
  case shown(TimelineInput)
  /// Everybody who is writing now.
  case typing(Set<ParticipantID>)
  /// The screen is closed. Later events change nothing.
  case closed

  // The store.

  /// The store has a new commit that concerns the conversation.
  case committed(ChangeKinds)
  /// The store's answer to ``TimelineAction/read(_:_:)``.
  case read(TimelineTicket, Snapshot)
  /// The store could not answer ``TimelineAction/read(_:_:)``.
  case notRead(TimelineTicket, RepositoryError.Code)
  /// The store did not take ``TimelineAction/markRead(_:)``. The code is `unknown-message` if the
  /// store does not have the message.
  case notMarked(MessageReference, RepositoryError.Code)
  /// The store is closed. Later events change nothing.
  case storeClosed

  // The network.

  /// The state of syncing.
  case syncing(TimelineSync)
  /// ``TimelineAction/fill(_:_:)`` has succeeded. What it brought is in the store.
  case filled(TimelineTicket)
  /// ``TimelineAction/fill(_:_:)`` has failed.
  case notFilled(TimelineTicket)

  /// The time of ``TimelineState/nextDeadline`` has come.
  case clock
}

/// Where a conversation is opened.
public enum OpeningPlace: Hashable, Sendable {
  case end
  /// At the first unread message. At the end if nothing is unread, or if that message is not
  /// stored.
  case firstUnread
  /// At a message: a search result, a notification, or where the reader was the last time.
  case message(MessageReference)
}

/// The state of syncing, as far as a conversation needs it.
public enum TimelineSync: Hashable, Sendable {
  /// There is no network. The screen shows what is stored.
  case offline
  /// The network brings what was missed. The screen shows it in one piece.
  case catchingUp
  /// The store is up to date.
  case live
}

/// The number of a request. Each number is used once in the life of a timeline or a list of
/// conversations.
public struct TimelineTicket: Hashable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }
}
