/// A rule that holds at every step of every block of a role, whatever the block is about.
///
/// A law may belong to a requirement. If that requirement fails itself, a case of another
/// requirement that breaks only this law is blocked by it.
package struct Law: Hashable, Sendable {
  /// What is wrong if the law is broken, in one line.
  let sentence: String
  /// The requirement that demands the law; `nil` if the law belongs only to the role.
  let requirement: RequirementID?

  /// - Parameter requirement: an id of the Spec, such as `OPEN-012`.
  init(_ sentence: String, of requirement: String? = nil) {
    self.sentence = sentence
    self.requirement = requirement.flatMap { RequirementID($0) }
  }

  /// The laws that belong to a requirement.
  package static let all: [Law] = [
    rowsUnderAFinger, updateFromElsewhere, differenceElsewhere, updateOfNothing,
    threadWithoutRoot, listNotReady, twoRequests, sentOffline, sentWhilePaused,
    askedTooEarly, triedTooLate, expiredTooEarly,
  ]

  // Screens.

  static let rowsUnderAFinger = Law("rows change under a finger", of: "OPEN-012")
  static let updateFromElsewhere = Law(
    "an update does not begin where the screen is", of: "OPEN-009")
  static let differenceElsewhere = Law(
    "the difference does not lead to the rows of the update", of: "OPEN-009")
  static let updateOfNothing = Law("an update changes nothing that is shown", of: "OPEN-008")
  static let threadWithoutRoot = Law("a thread is shown without its root", of: "THREAD-001")
  static let listNotReady = Law("an update comes that the screen does not take yet", of: "LIST-015")

  // Sending.

  static let twoRequests = Law("two requests of one conversation are in flight", of: "SEND-005")
  static let sentOffline = Law("something is sent without a network", of: "SEND-022")
  static let sentWhilePaused = Law("something is sent while sending is paused", of: "SEND-031")
  static let askedTooEarly = Law(
    "the server is asked before the moment that it named", of: "SEND-023")
  static let triedTooLate = Law("something expired is tried again", of: "SEND-029")
  static let expiredTooEarly = Law("something expires too early", of: "SEND-029")
}

extension [CaseResult] {
  /// Returns the results with each broken law reported once. A case that breaks only a law of
  /// another requirement is blocked by that requirement if it fails itself, or by what blocks it.
  /// Otherwise nothing else would report the law, and the case stays a failure.
  func toldOnce() -> [CaseResult] {
    var roots: [RequirementID: RequirementID] = [:]
    for result in self where result.outcome == .blocked {
      roots[result.id.requirement] = RequirementID(result.root)
    }
    for result in self where result.outcome == .fail && !result.breaksForeignLaw {
      roots[result.id.requirement] = result.id.requirement
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
  /// Whether the only thing wrong is a law of another requirement.
  fileprivate var breaksForeignLaw: Bool { law.map { $0 != id.requirement } ?? false }

  /// The same result, blocked by the requirement that blocks its root.
  fileprivate func blocked(by law: RequirementID, insteadOf root: Substring) -> CaseResult {
    var result = self
    result.message = "\(law)" + message.dropFirst(root.count)
    return result
  }
}
