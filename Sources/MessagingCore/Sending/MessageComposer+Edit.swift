public import Foundation
public import MessagingModel

extension Draft {
  /// The new content of an edited message: other files, another caption, or a text without files.
  ///
  ///     // Removes the second photo and adds a new one.
  ///     Draft.Edit([.kept(shown[0]), .added(.init(source: photo))], kind: .photo, caption: "look")
  public struct Edit: Sendable {
    public enum File: Sendable {
      /// A file that the message already has. It is not uploaded again (`MEDIA-020`).
      case kept(Attachment)
      /// A new file. It is uploaded before the edit is sent (`MEDIA-021`).
      case added(Draft.File)
    }

    /// The files, in display order; at most `Limits.attachments`.
    public var files: [File]
    /// The kind of the files; ignored if there are none.
    public var kind: Body.Media.Kind
    /// The caption of the files; the text of the message if there are no files.
    public var text: String

    public init(_ files: [File], kind: Body.Media.Kind = .file, text: String = "") {
      self.files = files
      self.kind = kind
      self.text = text
    }
  }
}

extension MessageComposer {
  /// Edits one of the owner's messages. When it returns, the edit is durable and shown, and its new
  /// files are copied into the app's directory.
  ///
  /// - Parameters:
  ///   - change: the identity of the edit; keep it until the call returns. A call with the same
  ///     identity repeats the same edit.
  /// - Returns: `done`; `unchanged` (the same change was made before), `gone` or `notEntitled`.
  /// - Throws: ``DraftRefusal``; the message and its files are unchanged then, unless the store
  ///   reported an error for what it stored (`DRAFT-019`).
  /// - Complexity: the bytes of new files are copied once; otherwise one read and one `apply`.
  @discardableResult
  public func edit(
    _ message: MessageKey, to edit: Draft.Edit, as change: MessageID = MessageID(UUID())
  ) async throws(DraftRefusal) -> ActionOutcome {
    if let refusal = edit.refusal { throw refusal }
    await files.turns.begin(message)
    defer { files.turns.end(message) }
    let shown = try await shown(message)
    if shown?.body == .redacted { return .gone }
    // A repeated call changes nothing, and the files stay where they are.
    if let shown, shown.knows(change) { return .unchanged }
    if let reason = await obstacle(message.conversation) { throw .notPossible(reason) }
    guard let shown else { return .gone }
    guard shown.isOutgoing else { return .notEntitled }
    var taken: [OwnedFile] = []
    let outcome: ActionOutcome
    do throws(DraftRefusal) {
      let body = try body(of: edit, message, change, &taken)
      outcome = try await apply(.amend(message, id: change, .edit(body)), to: message)
    } catch {
      await removeUnlessNamed(taken, by: message)
      // The message was deleted in the meantime.
      if case .store(let error) = error, error.code == .unknownMessage { return .gone }
      throw error
    }
    if outcome == .done { return .done }
    // This change was sent or cancelled before, or another composer stored it in the meantime.
    await removeUnlessNamed(taken, by: message)
    if let now = try? await self.shown(message), now.knows(change) { return .unchanged }
    return outcome
  }

  /// Removes files that this call copied and did not store. A file stays if another composer has
  /// stored it, unless a later edit hides it by then, and also if the store cannot be read: files
  /// that nothing needs do less harm than files that are missing.
  private func removeUnlessNamed(_ taken: [OwnedFile], by message: MessageKey) async {
    let now: Message?
    do throws(DraftRefusal) { now = try await shown(message) } catch { return }
    let named = Set(now?.namedFiles.compactMap(\.localPath) ?? [])
    for file in taken where !named.contains(file.path) { files.remove(file.path, of: message) }
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
  /// The files that are shown, and those of edits that are not sent yet.
  fileprivate var namedFiles: [Attachment] {
    body.attachments
      + dependents.flatMap { dependent -> [Attachment] in
        if case .edit(let body) = dependent.action { body.attachments } else { [] }
      }
  }

  /// Whether an edit is not sent yet, or files that it added are shown.
  fileprivate func knows(_ change: MessageID) -> Bool {
    dependents.contains { $0.id == change }
      || namedFiles.contains { file in
        file.localPath.map { OwnedDirectory.isBrought($0, by: change) } ?? false
      }
  }
}
