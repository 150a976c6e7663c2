internal import MessagingModel

/// The events that random histories of sending must cover.
enum SendMark: String, CaseIterable, Sendable {
  case answerLost = "answers lost"
  case requestLost = "requests lost"
  case crashInFlight = "crashes with something in flight"
  case known = "requests that the server knew"
  case cancelledInFlight = "messages cancelled in flight"
  case takenBack = "messages taken back at the server"
  case offlineInFlight = "networks lost in flight"
  case busy = "busy servers"
  case refused = "refusals"
  case unclassified = "codes out of a table"
  case rejected = "credentials that were rejected"
  case mixedUp = "answers to something else"
  case answeredTwice = "answers that came twice"
  case unreadable = "reads of the store that failed"
  case unwritable = "writes of the store that failed"
  case editInFlight = "edits of what was in flight"
  case editMerged = "edits that went with their message"
  case uploadStopped = "uploads stopped"
  case givenUp = "requests given up"
  case clockSet = "clocks that were set"
  case orderKept = "orders of a server that outlived a process"
  case expired = "things too old to be sent"
  case editStacked = "edits of what was edited"
  case editWithFiles = "edits that brought files"
  case changeCancelled = "changes taken back"
  case changeTooLate = "changes that it was too late to take back"
  case caughtUp = "pages of the server"
  case moderated = "messages that somebody else deleted"
  case album = "messages with several files"
  case retried = "retries of what was in flight"
  case echoed = "echoes of messages"
  case foreign = "messages of others"
  case skipped = "messages that went before a failed one"
  case overtaken = "messages that went before an upload"
  case sentElsewhere = "messages that another process sent"

  /// What a sender has to declare so that its histories cover the event.
  var needs: Set<Capability> {
    switch self {
    case .editInFlight, .editMerged, .editStacked, .changeCancelled, .changeTooLate:
      [.sendingEdits]
    case .editWithFiles: [.sendingEdits, .sendingFiles]
    case .uploadStopped, .album, .overtaken: [.sendingFiles]
    case .rejected: [.sendingCredentials]
    case .answerLost, .requestLost, .crashInFlight, .known, .cancelledInFlight, .takenBack,
      .offlineInFlight, .busy, .refused, .unclassified, .mixedUp, .answeredTwice, .unreadable,
      .unwritable, .givenUp, .clockSet, .orderKept, .expired, .caughtUp, .moderated, .retried,
      .echoed, .foreign, .skipped, .sentElsewhere:
      []
    }
  }
}

extension SendWorld {
  mutating func markWhatIsInFlight(_ changes: [Change]) {
    let inFlight = Set(
      effects.compactMap { effect -> MessageID? in
        switch effect {
        case .request(let request), .answer(let request, _), .silence(let request): request.key
        case .announce, .find, .load, .commit, .upload, .progress, .discard, .question: nil
        }
      })
    for change in changes {
      switch change {
      case .amend(let key, _, .edit) where inFlight.contains(key.id): mark(.editInFlight)
      case .cancel(let key) where key.dependent == nil && inFlight.contains(key.message.id):
        mark(.cancelledInFlight)
      case .enqueue(let message) where message.body.attachments.count > 1: mark(.album)
      case .retry(let key) where inFlight.contains(key.dependent ?? key.message.id):
        mark(.retried)
      case .receive(let message) where message.sender != ScriptNames.owner: mark(.foreign)
      case .amend, .cancel, .enqueue, .acknowledge, .settle, .fail, .tried, .retry, .upload,
        .receive, .page, .relate, .openGap, .giveUp, .advance, .read, .reported, .resetHistory,
        .forget:
        break
      }
    }
  }

  /// Counts edits that a batch settles together with the acknowledgement of their message.
  mutating func markMerged(_ changes: [Change]) {
    guard case .acknowledge? = changes.first else { return }
    for case .settle in changes { mark(.editMerged) }
  }

  /// Notes which messages a batch acknowledges and which it fails, and counts what it gives up
  /// because of its age.
  mutating func noteOutcomes(_ changes: [Change]) {
    for case .acknowledge(let key, _) in changes { network.acknowledged.insert(key.id) }
    for case .fail(let key, let reason) in changes {
      if reason.code == "expired" { mark(.expired) }
      if key.dependent == nil { everFailed.insert(key.message) }
    }
  }

  mutating func mark(
    _ answer: Result<SendReceipt, SendError>, _ request: SendRequest, hasArrived: Bool
  ) {
    switch answer {
    case .success(let receipt):
      if receipt.key != request.key { mark(.mixedUp) }
      if receipt.wasKnown { mark(.known) }
      if request.action == .retract, network[request.key] != nil { mark(.takenBack) }
    case .failure(let error):
      switch error.kind {
      case .offline: mark(.offlineInFlight)
      case .indeterminate: mark(hasArrived ? .answerLost : .requestLost)
      case .transient: mark(.busy)
      case .unauthorized: mark(.rejected)
      case .permanent: mark(.refused)
      case .unclassified: mark(.unclassified)
      }
    }
  }
}
