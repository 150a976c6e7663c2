// The files of a message on this device. A file is identified by its path (`MEDIA-020`).
extension MessageRecord {
  /// Whether the message, or an unsent edit of it, mentions a file of this device.
  func mentions(_ path: RelativePath) -> Bool { known(path) != nil }

  /// Whether the message, or an unsent edit of it, has files on this device.
  var hasFilesHere: Bool {
    (body.attachments + parkedFiles + editedFiles).contains { $0.localPath != nil }
  }

  /// Takes the new state of an upload.
  ///
  /// - Returns: whether it was stored; `false` if the file is on the network already.
  mutating func hear(of path: RelativePath, _ state: UploadState, remote: ExactString?) -> Bool {
    var isNews = body.hear(of: path, state, remote: remote)
    dependents = dependents.map { dependent in
      guard case .edit(var body) = dependent.action else { return dependent }
      if body.hear(of: path, state, remote: remote) { isNews = true }
      return dependent.with(.edit(body))
    }
    return isNews
  }

  /// Returns a new local change with the known upload states of the files that it mentions.
  func adopting(_ action: Dependent.Action) -> Dependent.Action {
    guard case .edit(var body) = action else { return action }
    body.attachments = body.attachments.map { file in
      guard file.remote == nil, let path = file.localPath, let known = known(path) ?? parked(path)
      else { return file }
      var file = file
      file.remote = known.remote
      file.upload = known.upload
      return file
    }
    return .edit(body)
  }

  /// Returns a file from the message, or from the first unsent edit that mentions it.
  private func known(_ path: RelativePath) -> Attachment? {
    (body.attachments + editedFiles).first { $0.localPath == path }
  }

  /// Returns a file that is on the network, and that only earlier versions mention.
  private func parked(_ path: RelativePath) -> Attachment? {
    parkedFiles.first { $0.localPath == path && $0.remote != nil }
  }

  /// The files of the unsent edits.
  private var editedFiles: [Attachment] {
    dependents.flatMap { dependent -> [Attachment] in
      if case .edit(let body) = dependent.action { body.attachments } else { [] }
    }
  }
}

extension Body {
  /// Takes the new state of an upload.
  ///
  /// - Returns: whether it was stored; `false` if the file is on the network already.
  fileprivate mutating func hear(
    of path: RelativePath, _ state: UploadState, remote: ExactString?
  ) -> Bool {
    var files = attachments
    var isNews = false
    for index in files.indices
    where files[index].localPath == path && (files[index].remote == nil || remote != nil) {
      files[index].upload = state
      files[index].remote = remote ?? files[index].remote
      isNews = true
    }
    if isNews { attachments = files }
    return isNews
  }
}

extension Message {
  /// Sets the upload state of every file to `done`.
  ///
  /// - Returns: the states before, of the message's files and of its unsent edits.
  mutating func takeUploads() -> [UploadState] {
    var states = body.takeUploads()
    dependents = dependents.map { dependent in
      guard case .edit(var body) = dependent.action else { return dependent }
      states += body.takeUploads()
      return dependent.with(.edit(body))
    }
    return states
  }
}

extension Body {
  fileprivate mutating func takeUploads() -> [UploadState] {
    let states = attachments.map(\.upload)
    guard !states.isEmpty else { return [] }
    attachments = attachments.map { file in
      var file = file
      file.upload = .done
      return file
    }
    return states
  }
}
