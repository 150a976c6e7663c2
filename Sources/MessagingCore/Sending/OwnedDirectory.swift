public import Foundation
public import MessagingModel

/// The directory in which the app keeps the files of its messages, with one folder per message. The
/// directory may move between two runs: stored paths are relative to it (`MEDIA-001`).
public struct OwnedDirectory: OwnedFiles {
  /// Where the directory is in this run.
  public let root: URL

  public init(root: URL) { self.root = root }

  /// Where a file is in this run.
  public func url(of path: RelativePath) -> URL {
    root.appendingPathComponent(path.text.string, isDirectory: false)
  }

  /// Copies a file into the directory. The source may be deleted right afterwards (`MEDIA-001`).
  ///
  /// - Parameters:
  ///   - message: the message to whose folder the file goes.
  ///   - change: the edit that adds the file; `nil` for a file of the message itself. Files of
  ///     different edits never overwrite each other.
  ///   - attachment: the index of the file in the message or edit, from 0. Copying the same index
  ///     again replaces the file.
  /// - Returns: where the copy is, and its size in bytes.
  /// - Throws: `permanent` with `file-missing`, `file-empty` or `file-name`; `transient` with
  ///   `disk` if the file cannot be copied now. No partial copy is left behind.
  public func take(
    _ source: URL, for message: MessageKey, change: MessageID? = nil, attachment: Int
  ) throws(SendError) -> OwnedFile {
    let name =
      OwnedDirectory.prefix(of: change) + "\(attachment)" + OwnedDirectory.suffix(of: source)
    guard let path = RelativePath("\(OwnedDirectory.folder(of: message))/\(name)") else {
      throw SendError(.permanent, code: "file-name")
    }
    let size = try size(at: source)
    do {
      let target = url(of: path)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      // Records whose folder this is, for ``sweep(keeping:)``.
      try Data(message.canonical).write(to: marker(of: message), options: .atomic)
      try? FileManager.default.removeItem(at: target)
      try FileManager.default.copyItem(at: source, to: target)
    } catch {
      remove(path, of: message)
      throw SendError(.transient, code: "disk")
    }
    return OwnedFile(path: path, byteCount: size)
  }

  public func check(_ file: OwnedFile) async throws(SendError) {
    guard try size(at: url(of: file.path)) == file.byteCount else {
      throw SendError(.permanent, code: "file-changed")
    }
  }

  public func discard(_ message: MessageKey) async { remove(message) }

  /// Removes the folders of messages that are no longer needed: a crash may have left them between
  /// a copy and its message, or between a deletion and its files. Call it after the store is open,
  /// so that it is known what is pending before anything is removed (`MEDIA-010`).
  ///
  /// - Parameter isNeeded: whether the store has the message.
  /// - Returns: how many folders were removed.
  @discardableResult
  public func sweep(keeping isNeeded: (MessageKey) async throws -> Bool) async rethrows -> Int {
    let folders =
      (try? FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil))
      ?? []
    var removed = 0
    for folder in folders {
      // Keep a folder that does not record its message: it may belong to something else.
      guard
        let bytes = try? Data(contentsOf: folder.appendingPathComponent(OwnedDirectory.markerName)),
        let message = try? MessageKey(canonical: Array(bytes))
      else { continue }
      if try await isNeeded(message) { continue }
      remove(message)
      removed += 1
    }
    return removed
  }

  func remove(_ message: MessageKey) {
    try? FileManager.default.removeItem(at: folder(of: message))
  }

  /// Removes one file, and the folder too if the file was the last one in it.
  func remove(_ path: RelativePath, of message: MessageKey) {
    try? FileManager.default.removeItem(at: url(of: path))
    let left = try? FileManager.default.contentsOfDirectory(atPath: folder(of: message).path)
    if let left, left.allSatisfy({ $0 == OwnedDirectory.markerName }) { remove(message) }
  }

  private func folder(of message: MessageKey) -> URL {
    root.appendingPathComponent(OwnedDirectory.folder(of: message), isDirectory: true)
  }

  private func marker(of message: MessageKey) -> URL {
    folder(of: message).appendingPathComponent(OwnedDirectory.markerName, isDirectory: false)
  }

  private func size(at url: URL) throws(SendError) -> Int {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw SendError(.permanent, code: "file-missing")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    guard let size = attributes?[.size] as? Int else {
      throw SendError(.transient, code: "disk")
    }
    guard size > 0 else { throw SendError(.permanent, code: "file-empty") }
    return size
  }

  private static let markerName = "message"

  /// A name that is unique for the message, even if another conversation uses the same id.
  private static func folder(of message: MessageKey) -> String {
    let derived = MessageID(
      derivedFrom: RemoteID(message.id.description), in: message.conversation)
    return derived.description
  }

  /// Whether a file was added by an edit.
  static func isBrought(_ path: RelativePath, by change: MessageID) -> Bool {
    path.text.string.contains("/" + prefix(of: change))
  }

  /// The prefix of the names of files that an edit adds; empty for the message itself.
  private static func prefix(of change: MessageID?) -> String {
    change.map { "\($0)-" } ?? ""
  }

  /// The extension with its dot, such as `.jpg`; empty unless it is 1 to 8 ASCII letters or digits.
  private static func suffix(of source: URL) -> String {
    let suffix = source.pathExtension
    let isPlain = suffix.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return suffix.isEmpty || !isPlain || suffix.utf8.count > 8 ? "" : ".\(suffix)"
  }
}
