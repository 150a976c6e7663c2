// Conversations on the screen are requested again, once they have been there for a while.
extension SyncState {
  mutating func opened(_ conversation: ConversationID, at now: Int64) {
    guard visits[conversation] == nil else {
      visits[conversation]?.count += 1
      return
    }
    visits[conversation] = Visit(openedAt: now)
  }

  mutating func closed(_ conversation: ConversationID) {
    guard let visit = visits[conversation] else { return }
    if visit.count > 1 {
      visits[conversation]?.count -= 1
    } else {
      visits[conversation] = nil
      let key = FillKey(conversation: conversation, before: nil, isRefresh: true)
      giveUp(key)
      trouble.forgetPages { $0 == key }
      // What is here is stored. It is no refresh for a later visit.
      fills[key]?.isForgone = true
    }
  }

  /// Makes the conversations on the screen be requested again: they may show what the last catch-up
  /// did not report.
  mutating func revisit() {
    for conversation in visits.keys {
      visits[conversation]?.isDone = false
      let key = FillKey(conversation: conversation, before: nil, isRefresh: true)
      fills[key]?.isForgone = true
    }
  }

  mutating func stepVisits(at now: Int64) {
    guard mayAsk, let delay = policy.maintenanceDelay else { return }
    for (conversation, visit) in visits.sorted(by: { $0.key < $1.key }) where !visit.isDone {
      // Visits wait for the streams: they go last.
      guard streams.values.allSatisfy({ $0.isCaughtUp || $0.isRefused }) else { return }
      let key = FillKey(conversation: conversation, before: nil, isRefresh: true)
      guard fills[key] == nil else { continue }
      let due = max(delay.after(visit.openedAt), paces[key]?.notBefore ?? .min)
      guard due <= now else {
        begin(at: due)
        continue
      }
      fills[key] = Fill()
      step(key, at: now)
    }
  }
}
