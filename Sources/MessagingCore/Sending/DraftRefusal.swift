public import MessagingModel

/// Why a draft did not become a message or an edit. Nothing is shown then, and no file is left
/// behind. After ``store(_:)`` this is not certain: the store may have kept what it reported an
/// error for. If it did, or cannot be read, the files stay, and the same call again tells what
/// became of it (`DRAFT-019`).
///
/// It has two texts: ``userMessage`` is a sentence to show to a person, ``description`` gives
/// developers the details. Neither contains what people wrote.
public enum DraftRefusal: Error, Sendable {
  /// The owner cannot send to this conversation: left, invited or blocked (`SEND-030`).
  case notPossible(FailureReason)
  /// There is no text, or no file.
  case empty
  /// More files than `Limits.attachments`; the number of files.
  case tooManyFiles(Int)
  /// A payment whose amount is zero or negative.
  case noAmount
  /// A payment without a currency.
  case noCurrency
  /// A file cannot be copied; its index among the files, from 0.
  case file(Int, SendError)
  /// The store refused the message.
  case store(RepositoryError)

  /// One sentence to show to a person.
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
      case (.transient, _), (.offline, _), (.indeterminate, _), (.unauthorized, _),
        (.unclassified, _):
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
