public import Foundation
public import MessagingCore
public import MessagingModel

/// Accepts drafts, and keeps their files: a `MessageComposer` with an `OwnedDirectory`, or yours.
public protocol DraftComposer: Sendable {
  /// Accepts a message. When it returns, the message is stored, and its files are copied.
  ///
  /// - Parameters:
  ///   - id: a call with the same identity repeats the same message.
  ///   - timestamp: when the message was written, in milliseconds.
  /// - Returns: `done`, `unchanged` (`DRAFT-006`) or `gone` (`DRAFT-007`).
  /// - Throws: why the draft is refused: `DRAFT-004`, `DRAFT-008`, `DRAFT-009`, or an error of
  ///   the store.
  func send(
    _ draft: Draft, as id: MessageID, at timestamp: Timestamp
  ) async throws(DraftRefusal) -> ActionOutcome
  /// Edits one of the owner's messages. When it returns, the edit is stored, and its new files are
  /// copied.
  ///
  /// - Parameter change: a call with the same identity repeats the same edit.
  /// - Returns: `done`, `unchanged`, `gone` or `notEntitled` (`DRAFT-014`).
  /// - Throws: as ``send(_:as:at:)``; the message and its files are unchanged (`DRAFT-013`).
  func edit(
    _ message: MessageKey, to edit: Draft.Edit, as change: MessageID
  ) async throws(DraftRefusal) -> ActionOutcome
  /// Where a stored file is in this run.
  func url(of path: RelativePath) -> URL
  /// Checks that a file is the one that was accepted: the sender asks before it uploads it.
  ///
  /// - Throws: `permanent` with `file-missing`, `file-empty` or `file-changed` (`DRAFT-015`).
  func check(_ file: OwnedFile) async throws(SendError)
  /// Removes all files of a message that is no longer needed, those of its edits too; nothing if
  /// there are none (`DRAFT-017`).
  func discard(_ message: MessageKey) async
  /// Removes the files of messages that nothing needs.
  ///
  /// - Parameters:
  ///   - age: files of a message stay if one of them is younger.
  ///   - isNeeded: whether the store has the message, and it is not deleted.
  func sweep(
    unchangedFor age: Duration, keeping isNeeded: @Sendable (MessageKey) async -> Bool
  ) async
}

/// What a composer works with.
public struct ComposerPorts: Sendable {
  public var repository: any MessageRepository
  /// The directory in which the app keeps its files. It exists.
  public var directory: URL
  /// Why nothing can be sent to a conversation; `nil` if sending is possible.
  public var obstacle: @Sendable (ConversationID) async -> FailureReason?

  public init(
    repository: any MessageRepository, directory: URL,
    obstacle: @escaping @Sendable (ConversationID) async -> FailureReason? = { _ in nil }
  ) {
    (self.repository, self.directory, self.obstacle) = (repository, directory, obstacle)
  }
}

/// A composer under test: the area DRAFT.
///
///     struct MyComposer: ComposerSubject {
///       let name = "MyComposer"
///       func composer(_ ports: ComposerPorts) -> any DraftComposer {
///         MyDrafts(store: ports.repository, folder: ports.directory)
///       }
///     }
///
/// The suite plays the store, the picker, and the place where the app's directory lies.
public protocol ComposerSubject: ConformanceSubject {
  /// Returns a composer over a directory that may have the files of an earlier one.
  func composer(_ ports: ComposerPorts) -> any DraftComposer
}
