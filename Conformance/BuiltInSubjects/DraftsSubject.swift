public import Foundation
public import MessagingConformance
public import MessagingCore
public import MessagingModel

/// The composer of this package, with the directory of its files, and the actions on messages.
public struct DraftsSubject: ComposerSubject, ActionsSubject {
  public let name = "drafts"

  public init() {}

  public func composer(_ ports: ComposerPorts) -> any DraftComposer { OwnedDrafts(ports) }

  public func actions(
    _ store: any MessageRepository, in conversation: ConversationID, owner: ParticipantID
  ) -> any MessageActing { ConversationActions(store, in: conversation, owner: owner) }
}

/// A `MessageComposer` and the `OwnedDirectory` that it copies files to.
public struct OwnedDrafts: DraftComposer {
  private let composer: MessageComposer
  private let files: OwnedDirectory

  public init(_ ports: ComposerPorts) {
    files = OwnedDirectory(root: ports.directory)
    composer = MessageComposer(
      repository: ports.repository, files: files, obstacle: ports.obstacle)
  }

  public func send(
    _ draft: Draft, as id: MessageID, at timestamp: Timestamp
  ) async throws(DraftRefusal) -> ActionOutcome {
    try await composer.send(draft, as: id, at: timestamp)
  }

  public func edit(
    _ message: MessageKey, to edit: Draft.Edit, as change: MessageID
  ) async throws(DraftRefusal) -> ActionOutcome {
    try await composer.edit(message, to: edit, as: change)
  }

  public func url(of path: RelativePath) -> URL { files.url(of: path) }

  public func check(_ file: OwnedFile) async throws(SendError) { try await files.check(file) }

  public func discard(_ message: MessageKey) async { await files.discard(message) }

  public func sweep(
    unchangedFor age: Duration, keeping isNeeded: @Sendable (MessageKey) async -> Bool
  ) async {
    await files.sweep(unchangedFor: age, keeping: isNeeded)
  }
}
