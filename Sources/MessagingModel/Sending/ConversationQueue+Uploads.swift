// Files are uploaded before what mentions them is sent (`MEDIA-002`, `MEDIA-021`).

/// A file that has to be uploaded, with its key.
struct WantedUpload: Sendable {
  let key: UploadKey
  let file: OwnedFile
  /// Whether the store has it as neither on its way nor failed.
  let isWaiting: Bool
}

extension Body {
  /// Returns the files that are not on the network yet, each once.
  ///
  /// - Returns: `nil` if one is not on this device either.
  func uploads(for message: MessageKey) -> [WantedUpload]? {
    var uploads: [WantedUpload] = []
    for file in attachments where file.remote == nil {
      guard let path = file.localPath else { return nil }
      let key = UploadKey(message, file: path)
      if uploads.contains(where: { $0.key == key }) { continue }
      uploads.append(
        WantedUpload(
          key: key, file: OwnedFile(path: path, byteCount: file.byteCount),
          isWaiting: file.upload == .waiting))
    }
    return uploads
  }
}

extension Message {
  /// The files to upload before the message can be sent, or before the next change of a message
  /// that the server has.
  var uploads: [WantedUpload] {
    if position.confirmed != nil { return NextChange(self)?.body?.uploads(for: key) ?? [] }
    return delivery.isFailed ? [] : body.uploads(for: key) ?? []
  }
}

extension Message {
  /// The files to upload, now or later: also those of edits that other changes come before.
  fileprivate var laterUploads: [WantedUpload] {
    uploads
      + dependents.flatMap { waiting -> [WantedUpload] in
        guard case .edit(let body) = waiting.action, !waiting.state.isFailed else { return [] }
        return body.uploads(for: key) ?? []
      }
  }
}

extension Message {
  /// The key of the next request about the message; `nil` if there is none.
  var nextRequest: MessageID? {
    guard position.confirmed == nil else { return NextChange(self)?.request.key }
    return delivery.isFailed ? nil : id
  }
}

extension ConversationQueue {
  /// Returns which of the wanted uploads can begin now, and when the next of the others can.
  func begin(_ wanted: [WantedUpload], at now: Int64) -> (ready: [WantedUpload], wait: Int64?) {
    let idle = wanted.filter { uploads[$0.key] == nil }
    let notBefore = { (file: WantedUpload) in
      max(uploadAttempts[file.key]?.notBefore ?? .min, repeats.notBefore(.upload(file.key)))
    }
    return (
      idle.filter { notBefore($0) <= now }, idle.map(notBefore).filter { $0 > now }.min()
    )
  }

  /// Forgets the repeats of what is not to be done any more.
  ///
  /// - Parameter outbox: everything unsent in the conversation.
  mutating func forgetRepeats(_ outbox: Snapshot) {
    let requests = Set(outbox.messages.compactMap(\.nextRequest))
    let retractions = Set(outbox.retractions.map(\.key.id))
    let files = Set(outbox.messages.flatMap { $0.uploads.map(\.key) })
    let isWhole = outbox.newer == .end
    let read = Set(outbox.messages.flatMap { [$0.id] + $0.dependents.map(\.id) })
    repeats.keep { deed in
      switch deed {
      case .request(let key): requests.contains(key) || !(isWhole || read.contains(key))
      case .retraction(let key): retractions.contains(key)
      case .upload(let key):
        files.contains(key) || !(isWhole || read.contains(key.message.id))
      case .batch: true
      }
    }
  }

  /// Forgets the attempts at files that no message waits for. If a message or a change that failed
  /// is retried, its files start from zero (`SEND-093`).
  mutating func forgetUploads(_ outbox: Snapshot) {
    let wanted = Set(outbox.messages.flatMap { $0.laterUploads.map(\.key) })
    let read = Set(outbox.messages.map(\.key))
    uploadAttempts = uploadAttempts.filter {
      wanted.contains($0.key) || !read.contains($0.key.message)
    }
  }

  /// Returns the uploads that no message waits for, at least not now (`MEDIA-007`).
  func abandonedUploads() -> [UploadKey] {
    guard let outbox else { return [] }
    return uploads.keys.filter { key in
      guard let message = outbox.messages.first(where: { $0.key == key.message }) else {
        // One read returns only a part of a long outbox. A message that is being taken back, or
        // whose files are to be removed, is gone all the same.
        return outbox.newer == .end || outbox.retractions.contains { $0.key == key.message }
          || outbox.filesToRemove.contains(key.message)
      }
      return !message.uploads.contains { $0.key == key }
    }.sorted(by: UploadKey.precedes)
  }
}
