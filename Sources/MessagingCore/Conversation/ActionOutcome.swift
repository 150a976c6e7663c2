public import MessagingModel

/// The outcome of a user's action on a message; none of them is an error.
public enum ActionOutcome: Hashable, Sendable, CaseIterable {
  /// It is stored and shown; what the server has to get is sent as soon as possible.
  case done
  /// It was so already: nothing was written.
  case unchanged
  /// The server has it already, or may have it: it is shown as it is, and can be deleted or edited,
  /// a reaction taken away (`SEND-096`).
  case tooLate
  /// The message, or the change of it, is not there any more.
  case gone
  /// Somebody else wrote the message.
  case notEntitled

  /// Reads it from what a store answered.
  ///
  /// - Parameters:
  ///   - commit: of a batch that holds nothing but what was asked for.
  ///   - key: the message that it was asked of.
  public init(_ commit: Commit, of key: MessageKey) {
    let codes = commit.notices
      .filter { $0.conversation == key.conversation && $0.target == .id(key.id) }.map(\.code)
    self =
      if codes.contains(.tooLate) {
        .tooLate
      } else if codes.contains(.gone) {
        .gone
      } else if codes.contains(.notEntitled) {
        .notEntitled
      } else {
        commit.kinds.isEmpty ? .unchanged : .done
      }
  }

  /// One sentence that a person may see; `nil` where there is nothing to say.
  public var userMessage: String? {
    switch self {
    case .done, .unchanged: nil
    case .tooLate: "This has been sent already, or is on its way."
    case .gone: "This message is not there any more."
    case .notEntitled: "Only the person who wrote this message can change it."
    }
  }
}
