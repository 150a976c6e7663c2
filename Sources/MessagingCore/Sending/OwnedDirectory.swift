public import Foundation
public import MessagingModel

/// The directory in which the app keeps the files of its messages: each message has a folder of its
/// own in it. Where the directory lies may change between two runs; what is stored is relative to
/// it (`MEDIA-001`).
public struct OwnedDirectory: OwnedFiles {
  /// Where it is in this run.
  public let root: URL

  public init(root: URL) { self.root = root }

  /// Where a file is in this run.
  public func url(of path: RelativePath) -> URL {
    root.appendingPathComponent(path.text.string, isDirectory: false)
  }

  /// Copies a file in; the source may vanish right afterwards (`MEDIA-001`).
  ///
  /// - Parameters:
  ///   - message: whose folder it goes to.
  ///   - change: the edit that brings it; `nil` for a file of the message itself. Files of
  ///     different edits never lie in each other's place.
  ///   - attachment: its number among what is brought, from 0; copied again, it is replaced.
  /// - Returns: where it is now, and how many bytes it has.
  /// - Throws: `permanent` with `file-missing` or `file-empty`; `transient` with `disk` if it
  ///   cannot be copied now. Nothing of it is left behind then.
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
      // Whose folder it is, for ``sweep(keeping:)``.
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

  /// Removes the folders of messages that nobody needs: what a crash between a copy and its message
  /// left, or between a deletion and its files. Run it after the store was opened, so that what
  /// waits to be sent is known before anything is thrown away (`MEDIA-010`).
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
      // A folder that does not say whose it is, is not ours to remove.
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

  /// Removes one file, and the folder with the last one.
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

  /// A name that no other message has, also if another conversation uses the same id.
  private static func folder(of message: MessageKey) -> String {
    let derived = MessageID(
      derivedFrom: RemoteID(message.id.description), in: message.conversation)
    return derived.description
  }

  /// Whether a file came in with an edit.
  static func isBrought(_ path: RelativePath, by change: MessageID) -> Bool {
    path.text.string.contains("/" + prefix(of: change))
  }

  /// What the names of files begin with that an edit brings.
  private static func prefix(of change: MessageID?) -> String {
    change.map { "\($0)-" } ?? ""
  }

  /// `.jpg`, if it is plain.
  private static func suffix(of source: URL) -> String {
    let suffix = source.pathExtension
    let isPlain = suffix.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return suffix.isEmpty || !isPlain || suffix.utf8.count > 8 ? "" : ".\(suffix)"
  }
}
