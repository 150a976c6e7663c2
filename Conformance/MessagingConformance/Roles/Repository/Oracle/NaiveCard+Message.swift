internal import MessagingModel

extension NaiveCard {
  /// The message as the owner sees it: the owner's unsent changes lie on top, and a deletion hides
  /// everything else.
  func message(owner: ParticipantID) -> Message {
    let waiting = waitingDependents
    let isHidden = waiting.contains { $0.action == .delete }
    var (body, files) = confirmed
    var reactions = confirmedReactions
    for dependent in waiting {
      switch dependent.action {
      case .edit(let edited):
        body = files.next(edited, isSent: false)
      case .delete: break
      case .react(let key): reactions.insert(Reaction(participant: owner, key: key))
      case .unreact(let key): reactions.remove(Reaction(participant: owner, key: key))
      }
    }
    return Message(
      id: id, conversation: conversation, sender: sender, isOutgoing: sender == owner,
      position: position, timestamp: place?.timestamp ?? own?.message.timestamp ?? 0,
      body: isHidden ? .redacted : body, version: version,
      replyTo: pointer(\.replyTo, \.replyTo), threadRoot: pointer(\.threadRoot, \.threadRoot),
      reactions: isHidden ? [] : reactions.sorted(by: NaiveCard.precedes), delivery: delivery,
      trial: trial, dependents: waiting, hasEcho: hasEcho(owner: owner))
  }

  /// The latest result of the attempts to send it, since sending last restarted after a failure.
  /// `mayBeTaken` stays set once any result set it.
  var trial: SendTrial {
    if place != nil { return SendTrial() }
    var told = SendTrial()
    var hasFailed = false
    for fact in facts {
      switch fact {
      case .tried(let trial):
        let before = told.mayBeTaken
        told = trial
        told.mayBeTaken = before || trial.mayBeTaken
      case .sending(.sending):
        if hasFailed { told = SendTrial(mayBeTaken: told.mayBeTaken) }
        hasFailed = false
      case .sending: hasFailed = true
      case .copy, .edit, .taken, .reaction, .deletion, .status, .upload, .givenUp: break
      }
    }
    return told
  }

  private static func precedes(_ left: Reaction, _ right: Reaction) -> Bool {
    left.participant != right.participant
      ? NaiveOrder.precedes(left.participant.text, right.participant.text)
      : NaiveOrder.precedes(left.key, right.key)
  }
}
