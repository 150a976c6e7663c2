internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Faults of sending with credentials that the server rejects.
  static let sendingCredentials: [Mutant] = [
    Mutant(
      "unauthorized-is-busy", kills: "SEND-112", "Rejected credentials are a server that is busy.",
      origin: "an account that its server locked after four hundred requests",
      bending: { bent, event, now in
        switch event {
        case .answered(let request, let answer):
          return bent.pass(.answered(request, answer.mapKind(\.whoeverRejects)), at: now)
        case .uploaded(let key, let answer):
          return bent.pass(.uploaded(key, answer.mapKind(\.whoeverRejects)), at: now)
        case .moved, .findFailed, .found, .loaded, .loadFailed, .progressed, .committed,
          .notCommitted, .online, .signedIn, .paused, .clock, .wallClock:
          return bent.pass(event, at: now)
        }
      }),
    Mutant(
      "days-without-credentials-count", kills: "SEND-113",
      "Days without credentials count towards the age limit.",
      origin: "a weekend after which everything unsent was red",
      bending: { bent, event, now in
        if event.isRejection {
          bent.notes.ids = Set(bent.notes.tries.keys)
          bent.notes.moment = bent.notes.moment ?? now
        }
        if case .signedIn = event {
          if let since = bent.notes.moment, now - since < 86_400_000 { bent.notes.ids = [] }
          bent.notes.moment = nil
        }
        return bent.passExpiring(event, at: now)
      }),
    Mutant(
      "an-old-rejection-stops", kills: "SEND-114",
      "A rejection of earlier credentials stops sending as well.",
      origin: "a person who signed in twice in a row, each time",
      bending: { bent, event, now in
        if case .signedIn = event, !bent.diagnosis.needsSignIn { return [] }
        return bent.pass(event, at: now)
      }),
  ]
}

extension SendEvent {
  /// Whether the server rejects the credentials of a request.
  fileprivate var isRejection: Bool {
    guard case .answered(_, .failure(let error)) = self else { return false }
    return error.whoeverRejects != error.kind
  }
}

extension SendError {
  /// Its kind, if a rejection of the credentials is a server that is busy.
  fileprivate var whoeverRejects: Kind {
    kind == .unauthorized || kind == .unclassified && code == "401" ? .transient : kind
  }
}
