internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let keeping: [Mutant] = [
    Mutant(
      "kept-until-the-restart", kills: "KEEP-001", "Whole files are removed at each start.",
      origin: "a directory for temporary files",
      .keeping { bent in
        bent.opens = { directory in
          for url in directory.files where !url.lastPathComponent.hasSuffix(".part") {
            try? FileManager.default.removeItem(at: url)
          }
        }
      }),
    Mutant(
      "goes-on-at-its-end", kills: "KEEP-002", "A part always goes on at its end.",
      origin: "a file that was opened for appending",
      .keeping { bent in
        bent.begins = { directory, name, offset throws(DownloadError) in
          let known = try await directory.list().first { $0.name == name && !$0.isWhole }
          return try await directory.part(name, from: known?.byteCount ?? offset)
        }
      }),
    Mutant(
      "any-length-will-do", kills: "KEEP-003", "A part is kept with the bytes that it has.",
      origin: "a move that trusted its caller",
      .keeping { bent in
        bent.counts = { directory, name, count in
          let part = directory.root.appendingPathComponent("\(name.text.string).part")
          return (try? Data(contentsOf: part))?.count ?? count
        }
      }),
    Mutant(
      "small-pictures-are-pictures", kills: "KEEP-004",
      "A small picture has the place of the file itself.", origin: "a cache with one key for both",
      .keeping { bent in
        bent.names = { name in
          StoredName("w-\(name.text.string.dropFirst(2))") ?? name
        }
      }),
    Mutant(
      "writes-after-closing", kills: "KEEP-005", "A closed part takes more bytes.",
      origin: "a handle that somebody else still held",
      .keeping { bent in
        bent.begins = { directory, name, offset throws(DownloadError) in
          UnclosedPart(part: try await directory.part(name, from: offset))
        }
      }),
    Mutant(
      "leaves-the-part", kills: "KEEP-006", "Only whole files are removed.",
      origin: "a path without its suffix",
      .keeping { bent in
        bent.removes = { directory, name throws(DownloadError) in
          let place = directory.root.appendingPathComponent(name.text.string)
          try? FileManager.default.removeItem(at: place)
        }
      }),
    Mutant(
      "seen-in-memory", kills: "KEEP-007", "When files are seen is not stored.",
      origin: "times in a dictionary", .keeping { bent in bent.sees = { _ in [] } }),
    Mutant(
      "removed-for-its-successor", kills: "KEEP-008",
      "A file is removed when a new part of it begins.",
      origin: "a download that began by tidying up",
      .keeping { bent in
        bent.begins = { directory, name, offset throws(DownloadError) in
          let place = directory.root.appendingPathComponent(name.text.string)
          try? FileManager.default.removeItem(at: place)
          return try await directory.part(name, from: offset)
        }
      }),
    Mutant(
      "whatever-lies-there", kills: "KEEP-009", "Each file in the directory is listed.",
      origin: "a loop over the contents of a directory",
      .keeping { bent in
        bent.lists = { directory throws(DownloadError) in
          let known = try await directory.list()
          let names = Set(known.map(\.name.text.string))
          let others = directory.files.map(\.lastPathComponent).filter { name in
            !name.hasSuffix(".part") && !names.contains(name)
          }
          return known
            + others.map { name in
              let file = FileKey(ExactString(name), .whole)
              return StoredFile(
                StoredName(file), byteCount: 1, isWhole: true, seen: Timestamp(milliseconds: 0))
            }
        }
      }),
    Mutant(
      "an-unreadable-directory-is-empty", kills: "KEEP-010",
      "A directory that cannot be read has no files.", origin: "try? in front of a list",
      .keeping { bent in
        bent.lists = { directory throws(DownloadError) in
          (try? await directory.list()) ?? []
        }
      }),
    Mutant(
      "sees-two-at-most", kills: "KEEP-011", "Of the files that are seen, two are noted.",
      origin: "the two screens of a simulator",
      .keeping { bent in bent.sees = { Array($0.prefix(2)) } }),
  ]
}

extension DownloadDirectory {
  /// What lies in the directory.
  fileprivate var files: [URL] {
    (try? FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)) ?? []
  }
}
