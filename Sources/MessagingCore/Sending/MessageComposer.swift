public import Foundation
public import MessagingModel

/// What a screen sends with: it copies files, then writes the message; nothing of it waits for a
/// network (`SEND-001`).
public struct MessageComposer: Sendable {
  /// What the user wrote.
  public struct Draft: Sendable {
    /// A file that goes with the message.
    public struct File: Sendable {
      /// Where it is now; it may vanish as soon as ``MessageComposer/send(_:as:at:)`` returned.
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
    /// The message, or the caption of the files.
    public var text: String
    /// What the files are; without files it says nothing.
    public var kind: Body.Media.Kind
    /// In the order in which they are shown; at most ``Limits/attachments``. None for a text.
    public var files: [File]
    public var replyTo: MessageReference?
    public var threadRoot: MessageReference?

    public init(
      conversation: ConversationID, text: String, kind: Body.Media.Kind = .file,
      files: [File] = [], replyTo: MessageReference? = nil, threadRoot: MessageReference? = nil
    ) {
      self.conversation = conversation
      self.text = text
      self.kind = kind
      self.files = files
      self.replyTo = replyTo
      self.threadRoot = threadRoot
    }
  }

  /// Why nothing was accepted; nothing is visible then, and no file is left behind.
  public enum Refusal: Error, Sendable {
    /// Sending is not possible there: left, invited, blocked (`SEND-030`).
    case notPossible(FailureReason)
    /// A file cannot be taken; its place among the files, from 0.
    case file(Int, SendError)
    /// The store refused the message.
    case store(RepositoryError)
  }

  private let repository: any MessageRepository
  private let files: OwnedDirectory
  private let obstacle: @Sendable (ConversationID) async -> FailureReason?

  /// - Parameter obstacle: why nothing can be sent to a conversation; `nil` if it can.
  public init(
    repository: any MessageRepository, files: OwnedDirectory,
    obstacle: @escaping @Sendable (ConversationID) async -> FailureReason? = { _ in nil }
  ) {
    self.repository = repository
    self.files = files
    self.obstacle = obstacle
  }

  /// Accepts a message: when it returns, the message is durable and visible as `sending`.
  ///
  /// - Parameters:
  ///   - id: minted for this message; the same one again is the same message.
  ///   - timestamp: when it was written.
  /// - Returns: the commit; one that changes nothing if the message was accepted before.
  /// - Throws: ``Refusal``; nothing is stored then.
  /// - Complexity: the bytes of the files are copied once; otherwise as one `apply`.
  public func send(
    _ draft: Draft, as id: MessageID, at timestamp: Timestamp
  ) async throws(Refusal) -> Commit {
    if let reason = await obstacle(draft.conversation) { throw .notPossible(reason) }
    let key = MessageKey(draft.conversation, id)
    // Said twice is said once, and its files are where they were.
    if let known = try await known(key) { return known }
    let message = OutgoingMessage(
      key: key, timestamp: timestamp, body: try body(of: draft, key), replyTo: draft.replyTo,
      threadRoot: draft.threadRoot)
    do throws(RepositoryError) {
      return try await repository.apply([.enqueue(message)])
    } catch {
      files.remove(key)
      throw .store(error)
    }
  }

  /// A commit that changes nothing, if the store has the message.
  private func known(_ key: MessageKey) async throws(Refusal) -> Commit? {
    do throws(RepositoryError) {
      let query = Query(.around(.id(key.id)), in: key.conversation, limit: 1)
      return try await repository.read(query).found ? try await repository.apply([]) : nil
    } catch {
      throw .store(error)
    }
  }

  private func body(of draft: Draft, _ key: MessageKey) throws(Refusal) -> Body {
    guard !draft.files.isEmpty else { return .text(ExactString(draft.text)) }
    var attachments: [Attachment] = []
    for (index, file) in draft.files.enumerated() {
      do throws(SendError) {
        let owned = try files.take(file.source, for: key, attachment: index)
        attachments.append(
          Attachment(
            localPath: owned.path, placeholder: file.placeholder.map { ExactString($0) },
            byteCount: owned.byteCount, width: file.width, height: file.height, upload: .waiting))
      } catch {
        files.remove(key)
        throw .file(index, error)
      }
    }
    return .media(
      Body.Media(kind: draft.kind, attachments: attachments, caption: ExactString(draft.text)))
  }
}
