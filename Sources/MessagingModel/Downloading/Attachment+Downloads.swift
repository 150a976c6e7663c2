/// Which file a row shows.
public enum RowFile: Hashable, Sendable {
  /// One of this device: taken here, or kept here since it was sent.
  case own(RelativePath)
  /// The downloaded file.
  case downloaded(FileKey)
  /// Its small picture, until the file is there.
  case thumbnail(FileKey)
  /// What the message brought to show meanwhile; `nil` if it brought nothing.
  case placeholder(ExactString?)
}

extension Attachment {
  /// What a row shows now: the best that is on this device.
  ///
  /// - Parameters:
  ///   - fileExists: whether a file of this device is still there.
  ///   - isHere: whether a downloaded file is: ``DownloadStatus/files`` says so.
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

  /// What a screen wishes for to show it; nothing of a file that the network does not have.
  ///
  /// - Parameters:
  ///   - distance: 0 if it is visible; see ``FileWish/distance``.
  ///   - parts: without `thumbnail` for what has no small picture: a voice message, a document.
  ///   - fileExists: whether a file of this device is still there.
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
