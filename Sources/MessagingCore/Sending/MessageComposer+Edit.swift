public import Foundation
public import MessagingModel

extension Draft {
  /// What an edit makes of a message: other files, another caption, or a text without files.
  ///
  ///     // The second photo goes, a new one comes.
  ///     Draft.Edit([.kept(shown[0]), .added(.init(source: photo))], kind: .photo, caption: "look")
  public struct Edit: Sendable {
    public enum File: Sendable {
      /// A file that the message has, as it is shown: it is not uploaded again (`MEDIA-020`).
      case kept(Attachment)
      /// A new one; it is uploaded before the edit is sent (`MEDIA-021`).
      case added(Draft.File)
    }

    /// In the order in which they are shown; at most `Limits.attachments`.
    public var files: [File]
    /// What the files are; without files it says nothing.
    public var kind: Body.Media.Kind
    /// The caption of the files; the text where there are none.
    public var text: String

    public init(_ files: [File], kind: Body.Media.Kind = .file, text: String = "") {
      self.files = files
      self.kind = kind
      self.text = text
    }
  }
}

extension MessageComposer {
  /// Edits a message of the owner; when it returns, the edit is durable and shown, and the files
  /// that it brings are the app's own.
  ///
  /// - Parameters:
  ///   - change: the identity of the edit, kept until this returned: the same one again is the same
  ///     edit.
  /// - Returns: `done`; `unchanged` (the same change again), `gone` or `notEntitled`.
  /// - Throws: ``DraftRefusal``; the message is as it was then, with its files.
  /// - Complexity: the bytes of new files are copied once; otherwise one read and one `apply`.
  @discardableResult
  public func edit(
    _ message: MessageKey, to edit: Draft.Edit, as change: MessageID = MessageID(UUID())
  ) async throws(DraftRefusal) -> ActionOutcome {
    if let refusal = edit.refusal { throw refusal }
    if let reason = await obstacle(message.conversation) { throw .notPossible(reason) }
    guard let shown = try await shown(message), shown.body != .redacted else { return .gone }
    guard shown.isOutgoing else { return .notEntitled }
    if shown.mentions(filesOf: change) { return .unchanged }
    var taken: [OwnedFile] = []
    let body = try body(of: edit, message, change, &taken)
    let outcome: ActionOutcome
    do throws(RepositoryError) {
      let amendment = Change.amend(message, id: change, .edit(body))
      outcome = ActionOutcome(try await repository.apply([amendment]), of: message)
    } catch {
      for file in taken { files.remove(file.path, of: message) }
      // It was deleted meanwhile.
      if error.code == .unknownMessage { return .gone }
      throw .store(error)
    }
    if outcome == .done { return .done }
    // Sent or taken back before: what it brought then is not wanted any more, unless it is shown.
    if let now = try await self.shown(message), now.mentions(filesOf: change) { return .unchanged }
    for file in taken { files.remove(file.path, of: message) }
    return outcome
  }

  private func body(
    of edit: Draft.Edit, _ message: MessageKey, _ change: MessageID, _ taken: inout [OwnedFile]
  ) throws(DraftRefusal) -> Body {
    guard !edit.files.isEmpty else { return .text(ExactString(edit.text)) }
    var attachments: [Attachment] = []
    for (index, file) in edit.files.enumerated() {
      switch file {
      case .kept(let attachment): attachments.append(attachment)
      case .added(let file):
        do throws(SendError) {
          let owned = try files.take(
            file.source, for: message, change: change, attachment: index)
          taken.append(owned)
          attachments.append(file.attachment(owned))
        } catch {
          for file in taken { files.remove(file.path, of: message) }
          throw .file(index, error)
        }
      }
    }
    return .media(
      Body.Media(kind: edit.kind, attachments: attachments, caption: ExactString(edit.text)))
  }
}

extension Draft.Edit {
  fileprivate var refusal: DraftRefusal? {
    if files.count > Limits.attachments { return .tooManyFiles(files.count) }
    return files.isEmpty && text.isEmpty ? .empty : nil
  }
}

extension Message {
  /// Whether files that a change brought are shown, or wait in an edit.
  fileprivate func mentions(filesOf change: MessageID) -> Bool {
    let edited = dependents.flatMap { dependent -> [Attachment] in
      if case .edit(let body) = dependent.action { body.attachments } else { [] }
    }
    return (body.attachments + edited).contains { file in
      file.localPath.map { OwnedDirectory.isBrought($0, by: change) } ?? false
    }
  }
}
