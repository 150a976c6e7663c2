internal import MessagingModel

// What keeps a sender from asking the server: no network, rejected credentials, a pause.
extension SendWorld {
  mutating func setOnline(_ isOnline: Bool) {
    changeReach { $0.isOnline = isOnline }
    tell(.online(isOnline))
  }

  /// The owner gets new credentials.
  mutating func signIn() {
    forgetRejection()
    tell(.signedIn)
  }

  /// Notes that nobody has rejected the credentials yet with which requests begin from now on.
  mutating func forgetRejection() {
    ofToday = ([], [])
    changeReach { $0.isRejected = false }
  }

  /// Notes that the server rejected credentials (`SEND-112`).
  ///
  /// - Parameter isOfToday: whether the request began with the current ones. What began with
  ///   earlier ones says nothing about these (`SEND-114`).
  mutating func noteRejection(_ error: SendError?, isOfToday: Bool) {
    guard isOfToday, error?.rejectsCredentials ?? false else { return }
    changeReach { $0.isRejected = true }
  }

  mutating func setPaused(_ isPaused: Bool, _ conversation: ConversationID?) {
    changeReach { world in
      if isPaused { world.pauses.insert(conversation) } else { world.pauses.remove(conversation) }
    }
    tell(.paused(isPaused, conversation))
  }

  private mutating func changeReach(_ change: (inout SendWorld) -> Void) {
    let (couldAsk, counted) = (canAsk, countsTime)
    change(&self)
    if countsTime != counted { times.setCounting(countsTime, at: now) }
    if canAsk, !couldAsk { times.reconnected(at: now) }
  }

  private var canAsk: Bool { isOnline && !isRejected }

  /// Whether time counts as age (`SEND-094`, `SEND-113`).
  private var countsTime: Bool { canAsk && !isPaused(nil) }
}
