/// A rule that holds at every step of every block of a role, whatever the block is about.
///
/// A law may belong to a requirement. If that requirement fails itself, a case of another
/// requirement that breaks only this law is blocked by it. So is a case that fails because of it
/// (``isCause``).
package struct Law: Hashable, Sendable {
  /// What is wrong if the law is broken, in one line.
  let sentence: String
  /// The requirement that demands the law; `nil` if none does. A law that none demands is reported
  /// only in random histories: there is no requirement that a script could report as violated.
  let requirement: RequirementID?

  /// Whether what follows in a script is different once the law is broken: something was sent that
  /// must not have been. A line that fails afterwards says nothing of its own requirement then.
  let isCause: Bool

  init(_ sentence: String, of demand: LawDemand? = nil, isCause: Bool = false) {
    self.sentence = sentence
    self.isCause = isCause
    requirement = demand.flatMap { RequirementID($0.rawValue) }
  }

  // Screens.

  static let rowsUnderAFinger = Law("rows change under a finger", of: .nothingUnderAFinger)
  static let updateFromElsewhere = Law(
    "an update does not begin where the screen is", of: .continuedUpdates)
  static let differenceElsewhere = Law(
    "the difference does not lead to the rows of the update", of: .continuedUpdates)
  static let updateOfNothing = Law("an update changes nothing that is shown", of: .visibleUpdates)
  static let dividerAboveArrival = Law(
    "the unread divider first appears above a message that came live")
  static let openedElsewhere = Law(
    "the first update of an opening does not show where the unread messages begin",
    of: .firstUnread)
  static let jumpToNowhere = Law("no update says where a jump leads", of: .oneJump)
  static let jumpElsewhere = Law("an update leads elsewhere than the jump", of: .oneJump)
  static let destinationWithoutRow = Law(
    "an update leads to a message without a row", of: .rowOfDestination)
  static let sentNotNamed = Law(
    "an update names another message than the one that was written here and gets its row",
    of: .namedMessage)
  static let readUnseen = Law(
    "a message counts as read that was not in sight for long enough", of: .readInSight)
  static let readTwice = Law("the same reading is stored twice", of: .readInSight)
  static let seenAndUnread = Law("a message in sight does not become read", of: .readInSight)
  static let readInAThread = Law("a thread marks the conversation as read", of: .unreadThread)
  static let threadWithoutRoot = Law("a thread is shown without its root", of: .rootOfThread)
  static let endNotReached = Law(
    "the reader is at the last loaded row, and the stored messages beside it are not read",
    of: .readAhead)
  static let listNotReady = Law(
    "an update comes that the screen does not take yet", of: .readyScreen)
  static let commitNotShown = Law(
    "an update names a commit of which it does not show everything", of: .namedCommit)

  // Syncing.

  static let typingOfOthers = Law(
    "who is shown as typing is not who types, as far as the server told", of: .typingOfOthers)
  static let ownTyping = Law(
    "the server is told something else of the owner's typing", of: .ownTyping)
  static let lastSeen = Law(
    "the last time somebody was seen is not the one that has to be shown", of: .lastSeen)

  // Sending.

  static let twoRequests = Law("two requests of one conversation are in flight", of: .oneRequest)
  static let sentOffline = Law(
    "something is sent without a network", of: .networkForSending, isCause: true)
  static let sentWithoutCredentials = Law(
    "something is sent although the server rejected the credentials", of: .credentialsForSending,
    isCause: true)
  static let sentWhilePaused = Law(
    "something is sent while sending is paused", of: .pausedSending, isCause: true)
  static let askedTooEarly = Law(
    "the server is asked before the moment that it named", of: .orderedWait)
  static let waitedTooLittle = Law(
    "a request is made before the end of its wait", of: .orderedWait)
  static let triedTooLate = Law("something expired is tried again", of: .expiry)
  static let expiredTooEarly = Law("something expires too early", of: .expiry)
  static let filesRemovedEarly = Law(
    "files are removed whose message is neither cancelled nor deleted", of: .storyOfSending)
  static let filesForgotten = Law(
    "the store forgets that files have to be removed, and they are still there", of: .deletedFiles)
}

extension Law? {
  /// The law that is reported of two broken ones: the first, but rather one that a requirement
  /// demands.
  func orRather(_ law: Law) -> Law {
    guard let self, self.requirement != nil || law.requirement == nil else { return law }
    return self
  }
}

extension [CaseResult] {
  /// Returns the results with each broken law reported once. A case that breaks only a law of
  /// another requirement is blocked by that requirement if it fails itself, or by what blocks it.
  /// Otherwise nothing else would report the law, and the case stays a failure.
  func toldOnce() -> [CaseResult] {
    var roots: [RequirementID: RequirementID] = [:]
    for result in self where result.staysBad {
      roots[result.id.requirement] = result.id.requirement
    }
    // Only what stays a failure can block: otherwise two requirements would block each other, and
    // no failure would be left.
    let solid = roots
    for result in self where result.outcome == .blocked && solid[result.id.requirement] == nil {
      roots[result.id.requirement] = RequirementID(result.root).flatMap { solid[$0] }
    }
    // What such a case blocked is then blocked by the same root.
    var moved: [Substring: RequirementID] = [:]
    for result in self where result.outcome == .fail && result.breaksForeignLaw {
      let name = result.id.requirement.description[...]
      if roots[result.id.requirement] == nil, let root = result.law.flatMap({ roots[$0] }) {
        moved[name] = root
      }
    }
    return map { result in
      if result.outcome == .blocked, let root = moved[result.root] {
        return result.blocked(by: root, insteadOf: result.root)
      }
      guard result.breaksForeignLaw, let root = result.law.flatMap({ roots[$0] }) else {
        return result
      }
      return result.blocked(by: root)
    }
  }
}

extension CaseResult {
  /// Whether it fails, or is known to fail, whatever other requirements do.
  fileprivate var staysBad: Bool {
    switch outcome {
    case .fail: !breaksForeignLaw
    case .error, .knownFail: true
    case .inconclusive, .unexpectedPass, .pass, .blocked, .unsupported, .untested, .notRun: false
    }
  }

  /// Whether the only thing wrong is a law of another requirement, and what may follow from it.
  fileprivate var breaksForeignLaw: Bool { law.map { $0 != id.requirement } ?? false }

  /// The same result, blocked by the requirement that blocks its root.
  fileprivate func blocked(by law: RequirementID, insteadOf root: Substring) -> CaseResult {
    var result = self
    result.message = "\(law)" + message.dropFirst(root.count)
    return result
  }
}
