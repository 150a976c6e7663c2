public import MessagingModel

/// The outcome of a user's action on a message; none of them is an error.
public enum ActionOutcome: Hashable, Sendable, CaseIterable {
  /// The change is stored and shown. Requests to the server follow as soon as possible.
  case done
  /// The store already held this state: nothing was written.
  case unchanged
  /// The server has it already, or may have it, so it stays on the screen. A message can still be
  /// deleted or edited, and a reaction removed (`SEND-096`).
  case tooLate
  /// The message, or the change to it, no longer exists.
  case gone
  /// Somebody else wrote the message.
  case notEntitled

  /// Derives the outcome from the commit that a store returned.
  ///
  /// - Parameters:
  ///   - commit: the commit of a batch that holds the requested change and nothing else.
  ///   - key: the message that the action is about.
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

  /// One sentence to show to a person; `nil` for `done` and `unchanged`.
  public var userMessage: String? {
    switch self {
    case .done, .unchanged: nil
    case .tooLate: "This has been sent already, or is on its way."
    case .gone: "This message is not there any more."
    case .notEntitled: "Only the person who wrote this message can change it."
    }
  }
}
