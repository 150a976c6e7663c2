/// The file that a row shows.
public enum RowFile: Hashable, Sendable {
  /// A file of this device: created here, or kept here since it was sent.
  case own(RelativePath)
  /// The downloaded file.
  case downloaded(FileKey)
  /// The thumbnail of the file, until the file is downloaded.
  case thumbnail(FileKey)
  /// The placeholder in the message; `nil` if it has none.
  case placeholder(ExactString?)
}

extension Attachment {
  /// Returns what a row shows now: the best that is on this device.
  ///
  /// - Parameters:
  ///   - fileExists: whether a file of this device still exists.
  ///   - isHere: whether a downloaded file is on this device, according to
  ///     ``DownloadStatus/files``.
  public func rowFile(
    fileExists: (RelativePath) -> Bool, isHere: (FileKey) -> Bool
  ) -> RowFile {
    switch source(fileExists: fileExists) {
    case .local(let path): return .own(path)
    case .none: return .placeholder(placeholder)
    case .remote(let remote):
      if isHere(FileKey(remote, .whole)) { return .downloaded(FileKey(remote, .whole)) }
      let thumbnail = FileKey(remote, .thumbnail)
      return isHere(thumbnail) ? .thumbnail(thumbnail) : .placeholder(placeholder)
    }
  }

  /// Returns the wishes of a screen that shows the file; empty if the network does not have the
  /// file.
  ///
  /// - Parameters:
  ///   - distance: 0 if it is visible; see ``FileWish/distance``.
  ///   - parts: without `thumbnail` for a file that has none: a voice message, a document.
  ///   - fileExists: whether a file of this device still exists.
  public func wishes(
    distance: Int, parts: Set<FileKey.Part> = [.thumbnail, .whole],
    fileExists: (RelativePath) -> Bool
  ) -> [FileWish] {
    guard let remote else { return [] }
    let isOwn = localPath.map(fileExists) ?? false
    return parts.sorted().map { part in
      FileWish(
        FileKey(remote, part), byteCount: part == .whole ? byteCount : nil, distance: distance,
        isOwn: isOwn)
    }
  }
}
