public import MessagingModel

/// Why a draft did not become a message, or an edit of one; nothing is visible then, and no file is
/// left behind.
///
/// It speaks in two registers: ``userMessage`` is a sentence that a person may see,
/// ``description`` says precisely what happened, for developers. Neither holds what people wrote.
public enum DraftRefusal: Error, Sendable {
  /// Sending is not possible there: left, invited, blocked (`SEND-030`).
  case notPossible(FailureReason)
  /// There is no text, or no file.
  case empty
  /// More files than `Limits.attachments`: so many.
  case tooManyFiles(Int)
  /// A payment of nothing, or of less.
  case noAmount
  /// A payment that does not say of what.
  case noCurrency
  /// A file cannot be taken; its place among the files, from 0.
  case file(Int, SendError)
  /// The store refused the message.
  case store(RepositoryError)

  /// One sentence that a person may see.
  public var userMessage: String {
    switch self {
    case .notPossible(let reason):
      reason.text.byteCount == 0 ? "You cannot send messages here." : reason.text.string
    case .empty: "There is nothing to send yet."
    case .tooManyFiles: "A message can hold at most \(Limits.attachments) files."
    case .noAmount: "Enter an amount above zero."
    case .noCurrency: "Choose a currency."
    case .file(let index, let error):
      switch (error.kind, error.code) {
      case (_, "file-missing"): "File \(index + 1) is not there any more. Add it again."
      case (_, "file-empty"): "File \(index + 1) is empty."
      case (.permanent, _): "File \(index + 1) cannot be sent."
      case (.transient, _), (.offline, _), (.indeterminate, _), (.unclassified, _):
        "File \(index + 1) could not be copied. Free some space and try again."
      }
    case .store(let error): error.userMessage
    }
  }
}

extension DraftRefusal: CustomStringConvertible {
  /// For developers: codes and numbers.
  public var description: String {
    switch self {
    case .notPossible(let reason): "not-possible: \(reason.code.string)"
    case .empty: "empty: no text, or no file"
    case .tooManyFiles(let count): "too-many-files: \(count), at most \(Limits.attachments)"
    case .noAmount: "no-amount: a payment needs an amount above 0, in the smallest unit"
    case .noCurrency: "no-currency: a payment needs a currency"
    case .file(let index, let error): "file \(index): \(error.code.string), \(error.kind)"
    case .store(let error): "store: \(error)"
    }
  }
}
