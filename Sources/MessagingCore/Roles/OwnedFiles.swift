public import MessagingModel

/// The files of messages, below a directory that the app owns.
public protocol OwnedFiles: Sendable {
  /// Checks that a file exists and is the one that was accepted.
  ///
  /// - Throws: `permanent` with the code `file-missing`, `file-empty` or `file-changed`
  ///   (`MEDIA-008`); `transient` if the disk cannot be read now.
  func check(_ file: OwnedFile) async throws(SendError)

  /// Removes all files of a message that is no longer needed; does nothing if there are none.
  func discard(_ message: MessageKey) async
}
