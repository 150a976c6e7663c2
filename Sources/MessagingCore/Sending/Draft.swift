public import Foundation
public import MessagingModel

/// What the user wrote, before it is a message: ``MessageComposer`` makes one of it.
///
///     Draft(.text("on my way"), in: chat)
///     Draft(.files([.init(source: photo)], kind: .photo, caption: "look"), in: chat)
///     Draft(.payment(Body.Payment(amount: 1_250, currency: "EUR", note: "lunch")), in: chat)
public struct Draft: Sendable {
  /// What it says.
  public enum Content: Sendable {
    case text(String)
    /// One to `Limits.attachments` files, in the order in which they are shown.
    case files([File], kind: Body.Media.Kind, caption: String = "")
    /// An amount above zero.
    case payment(Body.Payment)
  }

  /// A file that goes with a message.
  public struct File: Sendable {
    /// Where it is now; it may vanish as soon as the composer returned.
    public var source: URL
    /// What to show until it is there, in the app's own coding.
    public var placeholder: String?
    /// In points; 0 if it is not known, or nothing to be seen.
    public var width: Int
    /// In points, likewise.
    public var height: Int

    public init(source: URL, placeholder: String? = nil, width: Int = 0, height: Int = 0) {
      self.source = source
      self.placeholder = placeholder
      self.width = width
      self.height = height
    }
  }

  public var conversation: ConversationID
  public var content: Content
  public var replyTo: MessageReference?
  public var threadRoot: MessageReference?

  public init(
    _ content: Content, in conversation: ConversationID, replyTo: MessageReference? = nil,
    threadRoot: MessageReference? = nil
  ) {
    self.conversation = conversation
    self.content = content
    self.replyTo = replyTo
    self.threadRoot = threadRoot
  }
}

extension Draft.Content {
  /// Why there is nothing in it to send; `nil` if there is.
  var refusal: DraftRefusal? {
    switch self {
    case .text(let text): text.isEmpty ? .empty : nil
    case .files(let files, _, _):
      if files.isEmpty {
        .empty
      } else {
        files.count > Limits.attachments ? .tooManyFiles(files.count) : nil
      }
    case .payment(let payment):
      if payment.amount <= 0 {
        .noAmount
      } else {
        payment.currency.byteCount == 0 ? .noCurrency : nil
      }
    }
  }
}
