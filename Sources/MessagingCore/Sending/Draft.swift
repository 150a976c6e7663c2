public import Foundation
public import MessagingModel

/// What the user wrote, before ``MessageComposer`` makes a message of it.
///
///     Draft(.text("on my way"), in: chat)
///     Draft(.files([.init(source: photo)], kind: .photo, caption: "look"), in: chat)
///     Draft(.payment(Body.Payment(amount: 1_250, currency: "EUR", note: "lunch")), in: chat)
public struct Draft: Sendable {
  /// The content of a draft.
  public enum Content: Sendable {
    case text(String)
    /// One to `Limits.attachments` files, in the order in which they are shown.
    case files([File], kind: Body.Media.Kind, caption: String = "")
    /// An amount above zero.
    case payment(Body.Payment)
  }

  /// A file of a message.
  public struct File: Sendable {
    /// Where the file is now. It may be deleted as soon as the composer has returned.
    public var source: URL
    /// What to show until the file is available, in a format that the app defines; `nil` for
    /// nothing.
    public var placeholder: String?
    /// In points; 0 if unknown, or if the file is not visual.
    public var width: Int
    /// In points; 0 if unknown, or if the file is not visual.
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
  /// What it answers: `Message.reference`, because a draft may lie for days.
  public var replyTo: MessageReference?
  /// The root of the thread that it belongs to; `Message.reference` as well.
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
  /// Why the content cannot be sent; `nil` if it can.
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
