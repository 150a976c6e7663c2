/// What this device knows of the files of a message: those of the present version, and the local
/// files of earlier ones (`REPO-043`).
struct KnownFiles {
  /// The files of the present version.
  private(set) var present: [Attachment]
  /// Files of this device that only earlier versions had, the last removed first: local paths,
  /// placeholders and remote names. At most `Limits.attachments`.
  private(set) var parked: [Attachment]

  init(_ present: [Attachment], parked: [Attachment]) {
    (self.present, self.parked) = (present, parked)
  }

  /// Takes the next version.
  ///
  /// - Parameter hasUploads: whether it takes the addresses and uploads, too. An edit that waits
  ///   has its own.
  /// - Returns: the version with what this device knows of its files.
  /// - Complexity: O(files of the version · known files).
  mutating func take(_ body: Body, hasUploads: Bool = true) -> Body {
    let known = present + parked
    guard !known.isEmpty else {
      present = body.attachments
      return body
    }
    var body = body
    var files = body.attachments
    let places = places(of: files, in: known)
    for (index, place) in zip(files.indices, places) {
      guard let place else { continue }
      let kept = known[place]
      files[index].localPath = kept.localPath
      files[index].placeholder = files[index].placeholder ?? kept.placeholder
      // A new caption must not upload a file again that was uploaded in the meantime (`MEDIA-010`).
      guard hasUploads, files[index].remote == nil else { continue }
      guard place < present.count || kept.remote != nil else { continue }
      files[index].remote = kept.remote
      files[index].upload = kept.upload
    }
    body.attachments = files
    let found = Set(places.compactMap(\.self))
    let rest = known.indices.filter { !found.contains($0) && known[$0].localPath != nil }
    (present, parked) = (files, rest.prefix(Limits.attachments).map { known[$0].localPart })
    return body
  }

  /// Returns for each file of a version the index of the known file that it is (`REPO-092`): the
  /// one with its local path, or with its remote name, wherever that stands; else the one at its
  /// place in the present version, if one of the two has no remote name yet. A file that was taken
  /// out before it had a name is no file of the server's.
  private func places(of files: [Attachment], in known: [Attachment]) -> [Int?] {
    var places = [Int?](repeating: nil, count: files.count)
    var free = Set(known.indices)
    func match(_ isSame: (Attachment, Attachment) -> Bool) {
      for index in files.indices where places[index] == nil {
        let candidates = [index] + Array(known.indices)
        let place = candidates.first { free.contains($0) && isSame(files[index], known[$0]) }
        guard let place else { continue }
        places[index] = place
        free.remove(place)
      }
    }
    match { file, kept in file.localPath != nil && file.localPath == kept.localPath }
    match { file, kept in
      file.localPath == nil && file.remote != nil && file.remote == kept.remote
    }
    for index in present.indices.prefix(files.count)
    where places[index] == nil && free.contains(index) {
      guard files[index].localPath == nil else { continue }
      let isUnnamed = files[index].remote == nil || known[index].remote == nil
      if isUnnamed { places[index] = index }
    }
    return places
  }
}
