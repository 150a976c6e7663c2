public import Foundation
public import MessagingCore
public import MessagingModel

/// Accepts drafts, and keeps their files: a `MessageComposer` with an `OwnedDirectory`, or yours.
public protocol DraftComposer: Sendable {
  /// Accepts a message. When it returns, the message is stored.
  ///
  /// - Parameter id: a call with the same identity repeats the same message.
  func send(
    _ draft: Draft, as id: MessageID, at timestamp: Timestamp
  ) async throws(DraftRefusal) -> ActionOutcome
  /// Edits one of the owner's messages. When it returns, the edit is stored.
  ///
  /// - Parameter change: a call with the same identity repeats the same edit.
  func edit(
    _ message: MessageKey, to edit: Draft.Edit, as change: MessageID
  ) async throws(DraftRefusal) -> ActionOutcome
  /// Where a stored file is in this run.
  func url(of path: RelativePath) -> URL
  /// Checks that a file is the one that was accepted: the sender asks before it uploads it.
  func check(_ file: OwnedFile) async throws(SendError)
  /// Removes all files of a message that is no longer needed.
  func discard(_ message: MessageKey) async
  /// Removes the files of messages that nothing needs.
  ///
  /// - Parameters:
  ///   - age: files of a message stay if one of them is younger.
  ///   - isNeeded: whether the store has the message.
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
