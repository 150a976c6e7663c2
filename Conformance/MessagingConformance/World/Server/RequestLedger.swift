internal import MessagingModel

/// What a server took, by the keys of requests: each key once, in whatever order and however often
/// it comes, a retracted key never. It says nothing of what was heard.
struct RequestLedger: Sendable {
  private var receipts: [MessageID: SendReceipt] = [:]
  private var retracted: Set<MessageID> = []

  /// What is answered to a request without doing anything; `nil` if it is to be done.
  func answer(to request: SendRequest) -> Result<SendReceipt, SendError>? {
    guard !retracted.contains(request.key) else {
      return .failure(SendError(.permanent, code: "retracted"))
    }
    guard var known = receipts[request.key] else { return nil }
    known.wasKnown = true
    return .success(known)
  }

  /// It was done; the answer to the first is the answer to all.
  mutating func take(_ request: SendRequest, _ receipt: SendReceipt) -> SendReceipt {
    receipts[request.key] = receipt
    return receipt
  }

  /// The request of this key is taken back, whether or not it came.
  mutating func retract(_ key: MessageID) -> SendReceipt {
    retracted.insert(key)
    return .retracted(key)
  }

  /// Whether a request of this key was taken.
  func hasTaken(_ key: MessageID) -> Bool { receipts[key] != nil }

  /// From now on only these were ever taken; what was taken back stays so.
  mutating func forget(allBut keys: Set<MessageID>) {
    receipts = receipts.filter { keys.contains($0.key) }
  }
}
