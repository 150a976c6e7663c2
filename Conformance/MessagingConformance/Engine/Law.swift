/// What holds at every step of every block of a role, whatever the block is about.
///
/// A law that a requirement asks for speaks for that one: where the requirement fails itself, a
/// block of another one that breaks the law and nothing else is blocked by it.
package struct Law: Hashable, Sendable {
  /// What is wrong when it is broken, on one line.
  let sentence: String
  /// Who asks for it; `nil` if it belongs to the role, and to no requirement.
  let requirement: RequirementID?

  /// - Parameter requirement: an id of the Spec, such as `OPEN-012`.
  init(_ sentence: String, of requirement: String? = nil) {
    self.sentence = sentence
    self.requirement = requirement.flatMap { RequirementID($0) }
  }

  /// Those that a requirement asks for.
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
  /// The same results, with each broken law told once: a case that breaks only a law of another
  /// requirement is blocked by that requirement if it fails itself, or by what blocks it.
  /// Otherwise nothing else would report the law, and the case stays as it is.
  func toldOnce() -> [CaseResult] {
    var roots: [RequirementID: RequirementID] = [:]
    for result in self where result.outcome == .blocked {
      roots[result.id.requirement] = RequirementID(result.root)
    }
    for result in self where result.outcome == .fail && !result.breaksForeignLaw {
      roots[result.id.requirement] = result.id.requirement
    }
    // What such a case blocked waits for the law.
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
  /// Whether nothing is wrong with it but a law of another requirement.
  fileprivate var breaksForeignLaw: Bool { law.map { $0 != id.requirement } ?? false }

  /// The same, blocked by what its root waits for itself.
  fileprivate func blocked(by law: RequirementID, insteadOf root: Substring) -> CaseResult {
    var result = self
    result.message = "\(law)" + message.dropFirst(root.count)
    return result
  }
}
