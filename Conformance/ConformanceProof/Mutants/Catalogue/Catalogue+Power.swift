internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// Faults of what a store asks of its disk.
extension MutantCatalogue {
  static let power: [Mutant] = [
    Mutant(
      "bytes-not-waited-for", kills: "REPO-080",
      "A write is answered before its bytes are on the disk.",
      origin: "synchronous=NORMAL: the last commits were left to the operating system"
    ) { hooks in
      hooks.onDiskSteps = { steps in
        steps.filter { if case .sync = $0 { false } else { true } }
      }
    },
    Mutant(
      "folder-not-waited-for", kills: "REPO-081",
      "A file is put in its place, but the folder is not synced.",
      origin: "fsync of the file alone: its new name was gone after a loss of power"
    ) { hooks in
      hooks.onDiskSteps = { steps in steps.filter { $0 != .syncNames } }
    },
    Mutant(
      "written-in-place", kills: "REPO-082",
      "The file is overwritten where it is, and waited for.",
      origin: "power was lost between two blocks of a file of settings"
    ) { hooks in
      hooks.onDiskSteps = { steps in
        guard case .rename(let beside, let name)? = steps.first(where: { $0.isRenaming }) else {
          return steps
        }
        return steps.filter { !$0.isRenaming }.map { $0.replacing(beside, with: name) }
      }
    },
    Mutant(
      "renamed-before-it-was-waited-for", kills: "REPO-082",
      "The new file takes the place of the old one before its bytes are on the disk.",
      origin: "files of no length after a loss of power"
    ) { hooks in
      hooks.onDiskSteps = { steps in
        guard case .rename(_, let name)? = steps.first(where: { $0.isRenaming }) else {
          return steps
        }
        let others = steps.filter { if case .sync = $0 { false } else { true } }
        return others + [.sync(name)]
      }
    },
    Mutant(
      "full-disk-in-silence", kills: "REPO-083", "A full disk causes no error.",
      origin: "a `try?` around the write of a cache that was none"
    ) { hooks in
      hooks.onError = { $0.code == .diskFull ? nil : $0 }
    },
    Mutant(
      "full-once-full-for-ever", kills: "REPO-084",
      "A handle that met a full disk stores nothing any more.",
      origin: "messages were kept again only after the app had been started anew"
    ) { hooks in
      let isFull = Memory(false)
      hooks.onError = { error in
        if error.code == .diskFull { isFull.set(true) }
        return error
      }
      hooks.onApply = { isFull.current ? [] : $0 }
    },
  ]
}

extension DiskStep {
  fileprivate var isRenaming: Bool { if case .rename = self { true } else { false } }

  /// The same about another file.
  fileprivate func replacing(_ name: String, with other: String) -> DiskStep {
    switch self {
    case .create(name): .create(other)
    case .write(name, let offset, let bytes): .write(other, at: offset, bytes)
    case .sync(name): .sync(other)
    case .read, .create, .write, .truncate, .sync, .rename, .remove, .syncNames: self
    }
  }
}
