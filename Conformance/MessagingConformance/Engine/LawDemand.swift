internal import MessagingModel

/// A requirement that demands a law: it is about one thing, but holds at every step of every block.
///
/// A law names its requirement with one of these, and in no other way. So the tests compare all of
/// them with the Spec.
enum LawDemand: String, Hashable, Sendable, CaseIterable {
  // The repository.

  case serverOrder = "ORDER-001"
  case unsentOrder = "ORDER-004"
  case unsentTail = "ORDER-005"
  case oneRow = "ORDER-008"
  case serverPosition = "ORDER-016"
  case ownConversation = "REPO-009"
  case emptyDeletion = "REPO-016"
  case setOfReactions = "REPO-020"
  case quotesOfPage = "REPO-023"
  case separateGaps = "GAP-003"
  case reportedGaps = "GAP-005"
  case readersOnce = "RECEIPT-004"
  case unreadCount = "RECEIPT-006"

  // Screens.

  case firstUnread = "OPEN-007"
  case visibleUpdates = "OPEN-008"
  case continuedUpdates = "OPEN-009"
  case nothingUnderAFinger = "OPEN-012"
  case oneJump = "OPEN-014"
  case readInSight = "OPEN-020"
  case unreadThread = "OPEN-021"
  case screenAtRest = "OPEN-022"
  case namedMessage = "OPEN-023"
  case rowOfDestination = "OPEN-026"
  case rootOfThread = "THREAD-001"
  case threadAtRest = "THREAD-012"
  case oneRead = "WINDOW-004"
  case readAhead = "WINDOW-008"
  case readyScreen = "LIST-015"
  case changedConversations = "LIST-017"
  case listAtRest = "LIST-026"
  case unknownCommit = "LIST-029"
  case namedCommit = "LIST-030"

  // Sending.

  case oneRequest = "SEND-005"
  case networkForSending = "SEND-022"
  case credentialsForSending = "SEND-112"
  case orderedWait = "SEND-023"
  case expiry = "SEND-029"
  case pausedSending = "SEND-031"
  case storyOfSending = "SEND-061"
  case deletedFiles = "MEDIA-026"
  case countedOutbox = "SEND-107"
  case namedObstacle = "SEND-108"
  case nextAttempt = "SEND-109"

  // Downloads.

  case visibleFirst = "LOAD-001"
  case downloadsAtOnce = "LOAD-003"
  case oneDownload = "LOAD-004"
  case storedFile = "LOAD-005"
  case resumedPart = "LOAD-008"
  case downloadBudget = "LOAD-021"
  case wholeFile = "LOAD-009"
  case orderedDownloadWait = "LOAD-012"
  case networkForDownloads = "LOAD-013"
  case refusedFile = "LOAD-015"
  case credentialsForDownloads = "LOAD-031"
  case signedOutDownloads = "LOAD-020"
  case leastRecentlySeen = "LOAD-022"
  case visibleFile = "LOAD-023"

  // Syncing.

  case sharedPage = "SYNC-031"
  case arrivedUpdates = "SYNC-100"
  case oneQuestion = "SYNC-046"
  case typingOfOthers = "SYNC-070"
  case ownTyping = "SYNC-074"
  case lastSeen = "SYNC-075"
}

extension PageInvariant {
  /// The requirement that demands the invariant; `nil` if none demands it by itself. Then only a
  /// comparison of the whole page finds it (`REPO-069`).
  var demand: LawDemand? {
    switch self {
    case .orderOfConfirmed: .serverOrder
    case .unsentAfterConfirmed: .unsentTail
    case .orderOfUnsent: .unsentOrder
    case .oneRow: .oneRow
    case .oneConversation: .ownConversation
    case .separateGaps: .separateGaps
    case .placeOfGap: .reportedGaps
    case .quotes: .quotesOfPage
    case .oneReceipt: .readersOnce
    case .unreadCount: .unreadCount
    case .takenIsPlaced: .serverPosition
    case .deletedIsEmpty: .emptyDeletion
    case .oneReaction: .setOfReactions
    case .orderOfReceipts, .placedIsTaken, .unconfirmedIsOwn, .confirmedIsDone, .oneLocalChange,
      .localChangesWait:
      nil
    }
  }
}
