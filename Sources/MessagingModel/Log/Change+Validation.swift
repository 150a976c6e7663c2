// Checks of a change that do not depend on what is stored: is it meaningless or too large?
extension Change {
  /// Checks the change, as far as that does not depend on what is stored.
  ///
  /// - Throws: `limit-exceeded`, `malformed-change`. The error never quotes what people wrote.
  public func validate() throws(RepositoryError) {
    if let conversation {
      // The error leaves the name out: it may be too long.
      try conversation.text.validate("the name of a conversation", Limits.name, in: nil)
    }
    switch self {
    case .enqueue(let message): try message.validate()
    case .acknowledge(let key, let position): try position.remoteID.validate(in: key.conversation)
    case .amend(let key, _, let action):
      switch action {
      case .edit(let body): try body.validateAsEdit(ofOwner: true, in: key.conversation)
      case .react(let reaction), .unreact(let reaction):
        try reaction.validate("a reaction", Limits.name, in: key.conversation)
      case .delete: break
      }
    case .fail(let key, let reason):
      try reason.validate(in: key.message.conversation)
    case .upload(let key, _, .uploading(let percent), _) where !(0...100).contains(percent):
      throw RepositoryError(
        .malformedChange, "upload progress \(percent) %, expected 0 to 100",
        conversation: key.conversation)
    case .receive(let message): try message.validate()
    case .page(let page): try page.validate()
    case .relate(let relation): try relation.validate()
    case .openGap(let conversation, let gap), .giveUp(let conversation, let gap):
      guard gap.after.map({ after in gap.before.map { after < $0 } ?? true }) ?? true else {
        throw RepositoryError(
          .malformedChange, "a gap that ends before it begins", conversation: conversation)
      }
      try gap.token?.text.validate("a gap's token", Limits.name, in: conversation)
      for position in [gap.after, gap.before].compactMap(\.self) {
        try position.remoteID.validate(in: conversation)
      }
    case .reported(let conversation, let position):
      try position.remoteID.validate(in: conversation)
    case .read(let conversation, .remote(let name), _): try name.validate(in: conversation)
    case .settle(let key, let version): try version.validate(in: key.message.conversation)
    case .upload(let key, let file, let state, let remote):
      try file.text.validate("a path", Limits.name, in: key.conversation)
      try state.validate(in: key.conversation)
      try remote?.validate("a remote reference", Limits.name, in: key.conversation)
    case .advance(let stream, let from, let to):
      try stream.text.validate("the name of a stream", Limits.name, in: nil)
      for token in [from, to].compactMap(\.self) {
        try token.text.validate("a sync token", Limits.name, in: nil)
      }
    case .tried, .retry, .cancel, .read, .resetHistory, .forget: break
    }
  }

  /// The conversation of the change; `nil` for a sync token, which concerns all conversations.
  package var conversation: ConversationID? {
    switch self {
    case .enqueue(let message): message.key.conversation
    case .acknowledge(let key, _), .amend(let key, _, _), .upload(let key, _, _, _):
      key.conversation
    case .settle(let key, _), .fail(let key, _), .tried(let key, _), .retry(let key),
      .cancel(let key):
      key.message.conversation
    case .receive(let message): message.conversation
    case .page(let page): page.conversation
    case .relate(let relation): relation.conversation
    case .openGap(let id, _), .giveUp(let id, _), .read(let id, _, _), .reported(let id, _),
      .resetHistory(let id), .forget(let id):
      id
    case .advance: nil
    }
  }
}

extension OutgoingMessage {
  func validate() throws(RepositoryError) {
    let conversation = key.conversation
    guard !body.isEmpty else {
      throw RepositoryError(.malformedChange, "an empty body", conversation: conversation)
    }
    guard body != .redacted else {
      throw RepositoryError(
        .malformedChange, "a new message that is deleted", conversation: conversation)
    }
    try body.validate(in: conversation)
    try replyTo?.validate(in: conversation)
    try threadRoot?.validate(in: conversation)
  }
}

extension Body {
  /// Whether there is nothing to send.
  var isEmpty: Bool {
    switch self {
    case .text(let text): text.byteCount == 0
    case .media(let media): media.attachments.isEmpty
    case .payment, .system, .redacted, .unknown: false
    }
  }

  /// Checks whether a message may be edited to this body. A deletion is a separate change. Only the
  /// server sends service lines and unknown kinds, and only the server may empty a text.
  func validateAsEdit(
    ofOwner isLocal: Bool, in conversation: ConversationID
  ) throws(RepositoryError) {
    let problem: String? =
      switch self {
      case .redacted: "an edit that deletes"
      case .system where isLocal: "an edit to a service line"
      case .unknown where isLocal: "an edit to an unknown kind"
      case .text, .media, .payment, .system, .unknown:
        isLocal && isEmpty ? "an edit to an empty body" : nil
      }
    if let problem {
      throw RepositoryError(.malformedChange, problem, conversation: conversation)
    }
    try validate(in: conversation)
  }

  func validate(in conversation: ConversationID) throws(RepositoryError) {
    switch self {
    case .text(let text), .system(let text):
      try text.validate("a body", Limits.body, in: conversation)
    case .media(let media):
      guard media.attachments.count <= Limits.attachments else {
        throw RepositoryError(
          .limitExceeded, "\(media.attachments.count) files, at most \(Limits.attachments)",
          conversation: conversation)
      }
      try media.caption.validate("a caption", Limits.body, in: conversation)
      for file in media.attachments {
        try file.localPath?.text.validate("a path", Limits.name, in: conversation)
        try file.remote?.validate("a remote reference", Limits.name, in: conversation)
        try file.placeholder?.validate("a placeholder", Limits.name, in: conversation)
        try file.upload.validate(in: conversation)
      }
    case .payment(let payment):
      try payment.currency.validate("a currency", Limits.name, in: conversation)
      try payment.note.validate("a note", Limits.body, in: conversation)
    case .redacted: break
    case .unknown(let kind, let payload):
      try kind.validate("a kind", Limits.name, in: conversation)
      try payload.validate("a payload", Limits.body, in: conversation)
    }
  }
}

extension FailureReason {
  func validate(in conversation: ConversationID) throws(RepositoryError) {
    try code.validate("a failure code", Limits.name, in: conversation)
    try text.validate("a failure text", Limits.name, in: conversation)
  }
}

extension UploadState {
  func validate(in conversation: ConversationID) throws(RepositoryError) {
    switch self {
    case .failed(let reason): try reason.validate(in: conversation)
    case .done, .waiting, .uploading: break
    }
  }
}

extension ReceivedMessage {
  func validate() throws(RepositoryError) {
    try body.validate(in: conversation)
    try position.remoteID.validate(in: conversation)
    try sender.text.validate("a sender", Limits.name, in: conversation)
    try version.validate(in: conversation)
    try replyTo?.validate(in: conversation)
    try threadRoot?.validate(in: conversation)
  }
}

extension HistoryPage {
  func validate() throws(RepositoryError) {
    guard messages.count <= Limits.page else {
      throw RepositoryError(
        .limitExceeded, "a page of \(messages.count) messages, at most \(Limits.page)",
        conversation: conversation)
    }
    for message in messages {
      guard message.conversation == conversation else {
        throw RepositoryError(
          .malformedChange, "a page with a message of another conversation",
          conversation: conversation)
      }
      try message.validate()
    }
    try token?.text.validate("a gap's token", Limits.name, in: conversation)
    if case .position(let position) = reach { try position.remoteID.validate(in: conversation) }
    if case .position(let position) = reach, messages.contains(where: { $0.position > position }) {
      throw RepositoryError(
        .malformedChange, "a page with a message above the position that it reaches",
        conversation: conversation)
    }
  }
}

extension Relation {
  func validate() throws(RepositoryError) {
    try author.text.validate("an author", Limits.name, in: conversation)
    try target.validate(in: conversation)
    try version.validate(in: conversation)
    switch action {
    case .edit(let body): try body.validateAsEdit(ofOwner: false, in: conversation)
    case .react(let key), .unreact(let key):
      try key.validate("a reaction", Limits.name, in: conversation)
    case .status(let state):
      guard state.isConfirmed else {
        throw RepositoryError(
          .malformedChange, "a delivery state that no server reports", conversation: conversation)
      }
    case .delete, .receipt: break
    }
  }
}

extension RemoteID {
  func validate(in conversation: ConversationID) throws(RepositoryError) {
    guard text.byteCount > 0 else {
      throw RepositoryError(.malformedChange, "an empty remote id", conversation: conversation)
    }
    try text.validate("a remote id", Limits.name, in: conversation)
  }
}

extension MessageReference {
  func validate(in conversation: ConversationID) throws(RepositoryError) {
    switch self {
    case .id: break
    case .remote(let remoteID):
      try remoteID.text.validate("a remote id", Limits.name, in: conversation)
    }
  }
}

extension Version {
  func validate(in conversation: ConversationID) throws(RepositoryError) {
    try id.validate("the id of a version", Limits.name, in: conversation)
  }
}

extension ExactString {
  func validate(
    _ what: String, _ limit: Int, in conversation: ConversationID?
  ) throws(RepositoryError) {
    guard byteCount <= limit else {
      throw RepositoryError(
        .limitExceeded, "\(what) of \(byteCount) bytes, at most \(limit)",
        conversation: conversation)
    }
  }
}
