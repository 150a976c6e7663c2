internal import MessagingModel

/// The requests that a server took, by key: each key once, in any order and with any number of
/// copies; a retracted key never. It does not contain whether an answer arrived.
struct RequestLedger: Sendable {
  private var receipts: [MessageID: SendReceipt] = [:]
  private var retracted: Set<MessageID> = []

  /// The answer to a request that needs no action; `nil` if the request must be carried out.
  func answer(to request: SendRequest) -> Result<SendReceipt, SendError>? {
    guard !retracted.contains(request.key) else {
      return .failure(SendError(.permanent, code: "retracted"))
    }
    guard var known = receipts[request.key] else { return nil }
    known.wasKnown = true
    return .success(known)
  }

  /// Records a request that was carried out. The answer to the first copy is the answer to all.
  mutating func take(_ request: SendRequest, _ receipt: SendReceipt) -> SendReceipt {
    receipts[request.key] = receipt
    return receipt
  }

  /// Retracts the request with this key, whether or not it has arrived.
  mutating func retract(_ key: MessageID) -> SendReceipt {
    retracted.insert(key)
    return .retracted(key)
  }

  /// Whether a request of this key was taken.
  func hasTaken(_ key: MessageID) -> Bool { receipts[key] != nil }

  /// Forgets all requests but these. What was retracted stays retracted.
  mutating func forget(allBut keys: Set<MessageID>) {
    receipts = receipts.filter { keys.contains($0.key) }
  }
}
