// How a response of the server changes what is stored.
extension ConversationQueue {
  /// The server took the request: one batch stores everything that follows from it.
  mutating func took(_ flight: Flight, _ receipt: SendReceipt) {
    _ = marks(after: flight, isInDoubt: true)
    let request = flight.request
    let key = MessageKey(conversation, request.key)
    switch request.action {
    case .publish:
      guard let position = receipt.position else { return }
      // Even if the batch below fails, the message has left this device. Cancelling it then needs a
      // retraction at the server (`SEND-035`).
      attempts[request.key, default: Attempts()].wasTaken()
      var batch: [Change] = [.acknowledge(key, position)]
      // A server that knew the message keeps the body that came first; it has not received these
      // edits.
      if !receipt.wasKnown, let last = flight.edits.last {
        batch.append(.settle(OutboxKey(key, dependent: last), receipt.storableVersion))
      }
      commits.append(batch)
    case .edit, .delete, .react, .unreact:
      guard let message = owner(of: request.key) else { return }
      commits.append(
        [.settle(OutboxKey(message, dependent: request.key), receipt.storableVersion)])
    case .retract:
      commits.append([.settle(OutboxKey(key), .original)])
    }
  }

  /// The server refused the request permanently.
  ///
  /// - Parameter news: further changes to store with the failure.
  mutating func refused(_ flight: Flight, _ error: SendError, _ news: [Change] = []) {
    let request = flight.request
    let key = MessageKey(conversation, request.key)
    let reason = FailureReason(refusedWith: error)
    attempts[request.key]?.wasRefused()
    switch request.action {
    case .publish:
      // A message that was cancelled in the meantime does not fail; its retraction continues.
      let isCancelled = outbox?.retractions.contains { $0.key == key } ?? false
      if !isCancelled { commits.append(news + [.fail(OutboxKey(key), reason)]) }
    case .edit, .delete, .react, .unreact:
      guard let message = owner(of: request.key) else { return }
      let all = flight.edits.isEmpty ? [request.key] : flight.edits
      commits.append(news + all.map { .fail(OutboxKey(message, dependent: $0), reason) })
    case .retract: break  // Never refused for good: `failed` tries again.
    }
  }

  /// An upload succeeded: the file is on the network.
  ///
  /// A name that no store takes is a refusal: otherwise the file would be uploaded again and again.
  mutating func uploaded(_ key: UploadKey, as remote: ExactString, at now: Int64) {
    guard remote.byteCount <= Limits.name else {
      return refused(key, SendError(.permanent, code: "remote-too-long"))
    }
    uploadAttempts[key] = nil
    hasMoved(key.message)
    let news = news(ofUploadsFor: key.message, at: now)
    commits.append([.upload(key.message, file: key.file, .done, remote: remote)] + news)
  }

  /// A file cannot be uploaded. What mentions it fails, too: the message, or the edits of a message
  /// that the server has. Other files keep their state (`MEDIA-005`). If it is retried before the
  /// outbox is read again, all of them start from zero nevertheless (`SEND-093`).
  mutating func refused(_ key: UploadKey, _ error: SendError) {
    let reason = FailureReason(refusedWith: error)
    uploadAttempts = uploadAttempts.filter { $0.key.message != key.message }
    let message = outbox?.messages.first { $0.key == key.message }
    let isSent = message.map { $0.position.confirmed != nil } ?? false
    let next = isSent ? message.flatMap { NextChange($0) } : nil
    let edits = next?.body == nil ? [] : next?.edits ?? []
    let failed =
      isSent
      ? edits.map { OutboxKey(key.message, dependent: $0) } : [OutboxKey(key.message)]
    commits.append(
      [.upload(key.message, file: key.file, .failed(reason), remote: nil)]
        + failed.map { .fail($0, reason) })
  }

  /// Stores the progress of an upload in steps of 5 percent, and only while nothing else is to be
  /// stored (`MEDIA-009`).
  mutating func progressed(_ key: UploadKey, _ percent: Int, at now: Int64, _ policy: SendPolicy) {
    guard let upload = uploads[key] else { return }
    // Every report shows that the upload is alive (`MEDIA-030`).
    uploads[key]?.deadline = policy.uploadLimit?.after(now)
    guard percent >= upload.percent + 5, percent < 100, commits.isEmpty else { return }
    uploads[key]?.percent = percent
    commits.append([
      .upload(key.message, file: key.file, .uploading(percent: percent), remote: nil)
    ])
  }

  /// Returns the message that a local change belongs to.
  func owner(of dependent: MessageID) -> MessageKey? {
    outbox?.messages.first { $0.dependents.contains { $0.id == dependent } }?.key
  }
}

extension FailureReason {
  /// The server's reason, as far as a store takes it. Otherwise the failure could not be stored,
  /// and the same request would be made again and again (`SEND-024`).
  public init(refusedWith error: SendError) {
    self.init(
      code: error.code.byteCount <= Limits.name ? error.code : "too-long",
      text: error.text.byteCount <= Limits.name ? error.text : "")
  }
}

extension SendReceipt {
  /// The version of what was taken; the original one if no store takes the server's.
  fileprivate var storableVersion: Version {
    version.id.byteCount <= Limits.name ? version : .original
  }
}
