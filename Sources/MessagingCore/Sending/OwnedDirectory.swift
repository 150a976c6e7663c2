public import Foundation
public import MessagingModel

/// The directory in which the app keeps the files of its messages, with one folder per message. The
/// directory may move between two runs: stored paths are relative to it (`DRAFT-002`).
public struct OwnedDirectory: OwnedFiles {
  /// Where the directory is in this run.
  public let root: URL
  /// Calls that copy or remove files of one message run one after the other.
  let turns: Turns<MessageKey>
  private let copyFile: @Sendable (URL, URL) throws -> Void
  private let sync: @Sendable (URL) throws -> Void

  public init(root: URL) {
    self.init(root: root, waiting: { _ in })
  }

  /// - Parameters:
  ///   - copy: copies a file from the first URL to the second one.
  ///   - sync: waits until a file, or the names in a folder, are on the disk.
  ///   - wait: called when a call begins to wait for another one about the same message.
  package init(
    root: URL,
    copying copy: @escaping @Sendable (URL, URL) throws -> Void = {
      try FileManager.default.copyItem(at: $0, to: $1)
    },
    syncing sync: @escaping @Sendable (URL) throws -> Void = { try DiskSync.sync($0) },
    waiting wait: @escaping @Sendable (MessageKey) -> Void
  ) {
    (self.root, copyFile, self.sync, turns) = (root, copy, sync, Turns(waiting: wait))
  }

  /// Where a file is in this run.
  public func url(of path: RelativePath) -> URL {
    root.appendingPathComponent(path.text.string, isDirectory: false)
  }

  /// Copies a file into the directory. The source may be deleted right afterwards (`DRAFT-001`).
  /// If the source is a symbolic link, the file that it names is copied. When the call returns, the
  /// copy survives a loss of power.
  ///
  /// - Parameters:
  ///   - message: the message to whose folder the file goes.
  ///   - change: the edit that adds the file; `nil` for a file of the message itself. Files of
  ///     different edits never overwrite each other.
  ///   - attachment: the index of the file in the message or edit, from 0. Copying the same index
  ///     of a message again replaces the file. A repeated copy for an edit gets another name,
  ///     because a later edit may hide the file that is there.
  /// - Returns: where the copy is, and its size in bytes.
  /// - Throws: `permanent` with `file-missing`, `file-empty`, `file-name`, or `file-kind` for a
  ///   directory or a device; `transient` with `disk` if the file cannot be copied now. No partial
  ///   copy is left behind. An earlier copy stays as it was, unless only its folder could not be
  ///   synced.
  public func take(
    _ source: URL, for message: MessageKey, change: MessageID? = nil, attachment: Int
  ) throws(SendError) -> OwnedFile {
    let path = try place(for: source, of: message, change, attachment)
    let original = source.resolvingSymlinksInPath()
    _ = try size(at: original)
    guard isFile(original) else { throw SendError(.permanent, code: "file-kind") }
    // The copy is made beside its place and then renamed: a copy that fails changes nothing.
    let beside = url(of: path).appendingPathExtension(
      UUID().uuidString + OwnedDirectory.partialSuffix)
    var isPlaced = false
    do throws(SendError) {
      try copy(original, to: beside, of: message)
      let size = try size(at: beside)
      try force(marker(of: message))
      try force(beside)
      guard rename(beside.path, url(of: path).path) == 0 else {
        throw SendError(.transient, code: "disk")
      }
      isPlaced = true
      // The names of the copy, of its folder, and of a root that is new.
      for folder in [folder(of: message), root, root.deletingLastPathComponent()] {
        try force(folder)
      }
      return OwnedFile(path: path, byteCount: size)
    } catch {
      remove(beside, of: message)
      // Nothing was at the place of an edit's copy before.
      if isPlaced, change != nil { remove(url(of: path), of: message) }
      throw error
    }
  }

  /// Where a copy goes.
  private func place(
    for source: URL, of message: MessageKey, _ change: MessageID?, _ attachment: Int
  ) throws(SendError) -> RelativePath {
    let start = "\(OwnedDirectory.folder(of: message))/\(OwnedDirectory.prefix(of: change))"
    let end = OwnedDirectory.suffix(of: source)
    var (name, copies) = ("\(attachment)", 1)
    while let path = RelativePath(start + name + end) {
      let isTaken = FileManager.default.fileExists(atPath: url(of: path).path)
      if change == nil || !isTaken { return path }
      copies += 1
      name = "\(attachment)-\(copies)"
    }
    throw SendError(.permanent, code: "file-name")
  }

  private func force(_ url: URL) throws(SendError) {
    do { try sync(url) } catch { throw SendError(.transient, code: "disk") }
  }

  private func copy(
    _ original: URL, to beside: URL, of message: MessageKey
  ) throws(SendError) {
    do {
      try FileManager.default.createDirectory(
        at: folder(of: message), withIntermediateDirectories: true)
      // Records whose folder this is, for ``sweep(keeping:)``.
      try Data(message.canonical).write(to: marker(of: message), options: .atomic)
      try copyFile(original, beside)
    } catch {
      // The original may have gone in the meantime.
      _ = try size(at: original)
      throw SendError(.transient, code: "disk")
    }
  }

  public func check(_ file: OwnedFile) async throws(SendError) {
    guard try size(at: url(of: file.path)) == file.byteCount else {
      throw SendError(.permanent, code: "file-changed")
    }
  }

  public func discard(_ message: MessageKey) async {
    await turns.begin(message)
    defer { turns.end(message) }
    remove(message)
  }

  /// Removes the folders of messages that are no longer needed: a crash may have left them between
  /// a copy and its message, or between a deletion and its files. Call it after the store is open,
  /// so that it is known what is pending before anything is removed (`MEDIA-010`).
  ///
  /// A folder that changed a moment ago stays: another process may be accepting its message now.
  ///
  /// - Parameters:
  ///   - age: how long nothing in a folder has changed, by the device's clock.
  ///   - isNeeded: whether the store has the message, and it is not deleted.
  /// - Returns: how many folders were removed.
  @discardableResult
  public func sweep(
    unchangedFor age: Duration = .seconds(3_600),
    keeping isNeeded: (MessageKey) async throws -> Bool
  ) async rethrows -> Int {
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
      guard isUnchanged(folder, for: age) else { continue }
      await turns.begin(message)
      defer { turns.end(message) }
      if try await isNeeded(message) {
        removePartialCopies(in: folder)
        continue
      }
      // Another process may have begun to accept the message while the store was read.
      guard isUnchanged(folder, for: age) else { continue }
      remove(message)
      removed += 1
    }
    return removed
  }

  private func isUnchanged(_ folder: URL, for age: Duration) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path)
    guard let changed = attributes?[.modificationDate] as? Date else { return false }
    let (seconds, attoseconds) = age.components
    return Date().timeIntervalSince(changed) >= Double(seconds) + Double(attoseconds) / 1e18
  }

  /// A process that dies during a copy leaves it beside its place.
  private func removePartialCopies(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasSuffix(OwnedDirectory.partialSuffix) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  func remove(_ message: MessageKey) {
    try? FileManager.default.removeItem(at: folder(of: message))
  }

  /// Removes one file, and the folder too if the file was the last one in it.
  func remove(_ path: RelativePath, of message: MessageKey) {
    remove(url(of: path), of: message)
  }

  private func remove(_ file: URL, of message: MessageKey) {
    try? FileManager.default.removeItem(at: file)
    let left = try? FileManager.default.contentsOfDirectory(atPath: folder(of: message).path)
    if let left, left.allSatisfy({ $0 == OwnedDirectory.markerName }) { remove(message) }
  }

  private func folder(of message: MessageKey) -> URL {
    root.appendingPathComponent(OwnedDirectory.folder(of: message), isDirectory: true)
  }

  private func marker(of message: MessageKey) -> URL {
    folder(of: message).appendingPathComponent(OwnedDirectory.markerName, isDirectory: false)
  }

  private func isFile(_ url: URL) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
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
  /// Ends the name of a copy that is not complete. No accepted file has it: see `suffix(of:)`.
  private static let partialSuffix = ".part-copy"

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
