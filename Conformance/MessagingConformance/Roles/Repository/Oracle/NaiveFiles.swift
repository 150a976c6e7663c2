internal import MessagingModel

/// The files of a message on this device, from version to version (`REPO-043`, `REPO-092`).
struct NaiveFiles {
  /// A file that some version had.
  private struct Known {
    var file: Attachment
    /// Whether the present version has it.
    var isShown: Bool
  }

  private var all: [Known] = []

  /// The files that only earlier versions had.
  var others: [Attachment] { all.filter { !$0.isShown }.map(\.file) }

  /// The files of the body that is shown now.
  init(_ body: Body?) { all = (body?.attachments ?? []).map { Known(file: $0, isShown: true) } }

  /// Records what became of an upload.
  mutating func hear(from body: Body) {
    let rest = all.filter { !$0.isShown }
    all = body.attachments.map { Known(file: $0, isShown: true) } + rest
  }

  /// Takes files that only earlier versions had, of a message that turned out to be this one.
  mutating func keep(_ files: [Attachment]) {
    let shown = all.filter(\.isShown)
    let rest =
      all.filter { !$0.isShown }
      + files.filter { file in
        !all.contains { $0.file.localPath == file.localPath }
      }.map { Known(file: $0, isShown: false) }
    all = shown + rest.prefix(Limits.attachments)
  }

  /// Takes the next version.
  ///
  /// - Parameter isSent: whether the version comes from the server, or was taken by it.
  /// - Returns: the version with what this device has of its files.
  mutating func next(_ body: Body, isSent: Bool) -> Body {
    var media = Body.Media(kind: .photo, attachments: [])
    if case .media(let next) = body { media = next }
    let owners = owners(of: media.attachments)
    for (index, old) in owners {
      let known = all[old]
      var file = media.attachments[index]
      if file.localPath == nil { file.localPath = known.file.localPath }
      if file.placeholder == nil { file.placeholder = known.file.placeholder }
      if isSent, file.remote == nil, known.isShown || known.file.remote != nil {
        (file.remote, file.upload) = (known.file.remote, known.file.upload)
      }
      media.attachments[index] = file
    }
    let rest = all.indices.filter { !owners.values.contains($0) && all[$0].file.isHere }
      .prefix(Limits.attachments)
    all =
      media.attachments.map { Known(file: $0, isShown: true) }
      + rest.map { place in
        let file = all[place].file
        return Known(
          file: Attachment(
            localPath: file.localPath, remote: file.remote, placeholder: file.placeholder),
          isShown: false)
      }
    if case .media = body { return .media(media) }
    return body
  }

  /// For each file of a version, the index of the known file that it is.
  private func owners(of files: [Attachment]) -> [Int: Int] {
    var owners: [Int: Int] = [:]
    let isFree = { (old: Int) in !owners.values.contains(old) }
    for reason in ["path", "name", "place"] {
      for (index, file) in files.enumerated() where owners[index] == nil {
        let matches = all.indices.filter { old in
          let known = all[old].file
          switch reason {
          case "path": return file.localPath != nil && file.localPath == known.localPath
          case "name":
            return file.localPath == nil && file.remote != nil && file.remote == known.remote
          default:
            let isOpen = file.remote == nil || known.remote == nil
            return old == index && all[old].isShown && file.localPath == nil && isOpen
          }
        }
        .filter(isFree)
        if let old = matches.first(where: { $0 == index }) ?? matches.first { owners[index] = old }
      }
    }
    return owners
  }
}

extension Attachment {
  /// Whether this device has it.
  fileprivate var isHere: Bool { localPath != nil }
}
