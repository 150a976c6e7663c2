/// One measure of sending: from the first thing to send until nothing is left to send.
struct SendingMeasure: Sendable {
  enum Advance { case goesOn, allSent }

  /// What is being sent, with the bytes that are left of it; never 0.
  private(set) var left: [MessageKey: Int]
  /// The progress in thousandths; less than 1000.
  private(set) var thousandths = 0
  /// The progress when something last joined or failed, and the bytes left at that time.
  private var base: (thousandths: Int, bytes: Int)

  init(_ work: SendingWork) {
    left = work.left
    base = (0, left.values.reduce(0, +))
  }

  /// Advances to what is left now.
  ///
  /// - Returns: `allSent` if everything that was being sent is sent; the measure is then over.
  mutating func advance(to work: SendingWork) -> Advance {
    var (before, done) = (0, 0)
    // Work that joins the measure or leaves it does not move the progress (`PROG-003`).
    var isOther = work.left.keys.contains { left[$0] == nil }
    for (key, bytes) in left {
      before += bytes
      if let rest = work.left[key] {
        done += max(0, bytes - rest)
        if rest > bytes { isOther = true }
      } else if work.stuck.contains(key) {
        isOther = true
      } else {
        done += bytes
      }
    }
    if done == before { return .allSent }
    thousandths = base.thousandths + part(base.bytes - (before - done))
    left = work.left
    if isOther { base = (thousandths, left.values.reduce(0, +)) }
    return .goesOn
  }

  /// Returns the share of `bytes` in those that were left at the base, in thousandths of the whole
  /// bar. It is rounded down, so that the last thousandths come last (`PROG-008`).
  private func part(_ bytes: Int) -> Int {
    base.bytes.dividingFullWidth((1_000 - base.thousandths).multipliedFullWidth(by: bytes)).quotient
  }
}

/// What is unsent at some moment.
struct SendingWork {
  /// What is being sent, with the bytes that are left of it.
  private(set) var left: [MessageKey: Int] = [:]
  /// What failed, or waits behind something that failed.
  private(set) var stuck: Set<MessageKey> = []

  init(_ messages: [Message], _ afterFailure: SendPolicy.AfterFailure) {
    var blocked: Set<ConversationID> = []
    // Only messages that the server does not have hold up their replies.
    var unsent: Set<MessageKey> = []
    for message in messages {
      let isMessage = message.position.confirmed == nil
      if isMessage, message.delivery.isFailed, afterFailure == .block {
        blocked.insert(message.conversation)
      }
      let isBlocked = blocked.contains(message.conversation)
      let answersToStuck = message.targets.contains { unsent.contains($0) }
      if !(isMessage && (isBlocked || answersToStuck)), let bytes = message.bytesLeft {
        left[message.key] = bytes
      } else {
        stuck.insert(message.key)
        if isMessage { unsent.insert(message.key) }
      }
    }
  }
}

extension Message {
  /// The messages that it refers to by identity.
  fileprivate var targets: [MessageKey] {
    [replyTo, threadRoot].compactMap { target in
      if case .id(let id)? = target { MessageKey(conversation, id) } else { nil }
    }
  }

  /// The bytes that the network does not have yet; `nil` if nothing of the message is being sent.
  fileprivate var bytesLeft: Int? {
    if position.confirmed == nil { return delivery.isFailed ? nil : body.bytesLeft }
    guard let next = NextChange(self) else { return nil }
    return next.body?.bytesLeft ?? SendingMeter.requestWeight
  }
}

extension Body {
  /// The bytes of the request and of the files that are not uploaded. Each file counts once.
  fileprivate var bytesLeft: Int {
    var bytes = SendingMeter.requestWeight
    var known: Set<RelativePath> = []
    for file in attachments where file.remote == nil {
      if let path = file.localPath, !known.insert(path).inserted { continue }
      bytes += file.bytesLeft
    }
    return bytes
  }
}

extension Attachment {
  /// A terabyte, so that sums do not overflow.
  private static let largest = 1 << 40

  fileprivate var bytesLeft: Int {
    let all = min(max(0, byteCount), Self.largest)
    guard case .uploading(let percent) = upload else { return all }
    return all - all * min(max(0, percent), 100) / 100
  }
}
