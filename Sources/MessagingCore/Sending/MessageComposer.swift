public import Foundation
public import MessagingModel

/// Accepts messages from a screen: it copies the files, then writes the message. It never waits for
/// the network (`SEND-001`).
///
///     let composer = MessageComposer(repository: repository, files: OwnedDirectory(root: folder))
///     do throws(DraftRefusal) {
///       try await composer.send(Draft(.text("on my way"), in: chat), as: id)
///     } catch {
///       show(error.userMessage)
///     }
public struct MessageComposer: Sendable {
  let repository: any MessageRepository
  let files: OwnedDirectory
  let obstacle: @Sendable (ConversationID) async -> FailureReason?

  /// - Parameter obstacle: returns why nothing can be sent to a conversation; `nil` if sending is
  ///   possible. It must not wait for another call about the same message.
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
  ///   - id: minted for this message; keep it with the draft until the call returns. A call with
  ///     the same identity repeats the same message.
  ///   - timestamp: when it was written.
  /// - Returns: `done`; `unchanged` if the message was accepted before; `gone` if it was cancelled
  ///   since.
  /// - Throws: ``DraftRefusal``; nothing is stored then, unless the store reported an error for
  ///   what it stored. Repeat the call with the same identity to find out (`DRAFT-019`).
  /// - Complexity: the bytes of the files are copied once; otherwise as one `apply`.
  @discardableResult
  public func send(
    _ draft: Draft, as id: MessageID, at timestamp: Timestamp = Timestamp(Date())
  ) async throws(DraftRefusal) -> ActionOutcome {
    if let refusal = draft.content.refusal { throw refusal }
    let key = MessageKey(draft.conversation, id)
    await files.turns.begin(key)
    defer { files.turns.end(key) }
    // A repeated call changes nothing, and the files stay where they are.
    if try await isKnown(key) { return .unchanged }
    if let reason = await obstacle(draft.conversation) { throw .notPossible(reason) }
    do throws(DraftRefusal) {
      let message = OutgoingMessage(
        key: key, timestamp: timestamp, body: try body(of: draft.content, key),
        replyTo: draft.replyTo, threadRoot: draft.threadRoot)
      if try await apply(.enqueue(message), to: key) == .done { return .done }
    } catch {
      let isStored = await removeFilesUnlessKnown(key)
      // Another composer has stored the same message at another time of writing.
      if case .store(let error) = error, error.code == .messageIDTaken, isStored == true {
        return .unchanged
      }
      throw error
    }
    // Another composer has stored the message in the meantime, and the files belong to it; or the
    // message was cancelled.
    if try await isKnown(key) { return .unchanged }
    files.remove(key)
    return .gone
  }

  /// Removes the files of a message that this call did not store. They stay if another composer has
  /// stored it, and also if the store cannot be read: then the next sweep decides.
  ///
  /// - Returns: whether the message is stored; `nil` if the store cannot be read.
  private func removeFilesUnlessKnown(_ key: MessageKey) async -> Bool? {
    let isKnown = try? await isKnown(key)
    if isKnown == false { files.remove(key) }
    return isKnown
  }

  func apply(
    _ change: Change, to key: MessageKey
  ) async throws(DraftRefusal) -> ActionOutcome {
    do throws(RepositoryError) {
      return ActionOutcome(try await repository.apply([change]), of: key)
    } catch {
      throw .store(error)
    }
  }

  private func isKnown(_ key: MessageKey) async throws(DraftRefusal) -> Bool {
    try await shown(key) != nil
  }

  func shown(_ key: MessageKey) async throws(DraftRefusal) -> Message? {
    do throws(RepositoryError) {
      let query = Query(.around(.id(key.id)), in: key.conversation, limit: 1)
      return try await repository.read(query).messages.first { $0.id == key.id }
    } catch {
      throw .store(error)
    }
  }

  private func body(of content: Draft.Content, _ key: MessageKey) throws(DraftRefusal) -> Body {
    switch content {
    case .text(let text): return .text(ExactString(text))
    case .payment(let payment): return .payment(payment)
    case .files(let drafted, let kind, let caption):
      var attachments: [Attachment] = []
      for (index, file) in drafted.enumerated() {
        do throws(SendError) {
          let owned = try files.take(file.source, for: key, attachment: index)
          attachments.append(file.attachment(owned))
        } catch {
          throw .file(index, error)
        }
      }
      return .media(
        Body.Media(kind: kind, attachments: attachments, caption: ExactString(caption)))
    }
  }
}

extension Draft.File {
  /// The attachment for a file that is not uploaded yet.
  func attachment(_ owned: OwnedFile) -> Attachment {
    Attachment(
      localPath: owned.path, placeholder: placeholder.map { ExactString($0) },
      byteCount: owned.byteCount, width: width, height: height, upload: .waiting)
  }
}
