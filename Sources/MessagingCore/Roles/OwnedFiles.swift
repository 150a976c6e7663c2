public import MessagingModel

/// The files of messages, below a directory that the app owns.
public protocol OwnedFiles: Sendable {
  /// Makes sure that a file is there and is what was accepted.
  ///
  /// - Throws: `permanent` with the code `file-missing`, `file-empty` or `file-changed`
  ///   (`MEDIA-008`); `transient` if the disk cannot be read now.
  func check(_ file: OwnedFile) async throws(SendError)

  /// Removes everything that belongs to a message that is not wanted any more; nothing if there is
  /// nothing.
  func discard(_ message: MessageKey) async
}
