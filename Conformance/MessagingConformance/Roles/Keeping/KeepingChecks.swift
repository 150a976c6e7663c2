internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// Checks of the area KEEP: what a directory of downloads does with its files.
enum KeepingChecks {
  typealias Context = KeepingDesk.Context

  private static let photo = KeepingDesk.photo
  private static let other = KeepingDesk.other

  /// The checks, by `KEEP-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "KEEP-001/opened-anew": openedAnew,
    "KEEP-002/cut-and-continued": cutAndContinued,
    "KEEP-002/behind-its-end": behindItsEnd,
    "KEEP-003/one-byte-more": oneByteMore,
    "KEEP-004/capitals-parts-and-paths": capitalsPartsAndPaths,
    "KEEP-005/after-closing": afterClosing,
    "KEEP-006/whole-and-part": wholeAndPart,
    "KEEP-006/all-of-it": allOfIt,
    "KEEP-007/order-of-sight": orderOfSight,
    "KEEP-008/while-it-is-loaded-again": whileItIsLoadedAgain,
    "KEEP-009/files-of-others": filesOfOthers,
    "KEEP-010/a-file-in-its-place": aFileInItsPlace,
    "KEEP-011/histories": histories,
  ]

  static func openedAnew(_ context: Context) async throws {
    var desk = KeepingDesk(context)
    try context.expect("the files of a new directory", try await desk.folder.list(), is: [])
    try context.expect(
      "whether a new directory has the file", desk.folder.contains(photo), is: false)
    try await desk.store("a picture", as: photo)
    for when in ["once it is kept", "after the directory is opened anew"] {
      try context.expect("what is listed \(when)", try await desk.listed(photo), is: "whole 9")
      try context.expect("what lies there \(when)", desk.content(of: photo), is: "a picture")
      try context.expect("whether it is there \(when)", desk.folder.contains(photo), is: true)
      try context.expect(
        "whether another one is there \(when)", desk.folder.contains(other), is: false)
      desk.reopen()
    }
  }

  static func cutAndContinued(_ context: Context) async throws {
    var desk = KeepingDesk(context)
    try await desk.write("0123456789", to: photo)
    try context.expect("what is listed of ten bytes", try await desk.listed(photo), is: "part 10")
    desk.reopen()
    try context.expect(
      "what is listed by a directory that is opened anew", try await desk.listed(photo),
      is: "part 10")
    let part = try await desk.folder.part(StoredName(photo), from: 6)
    part.close()
    try context.expect(
      "what is listed before anything is written", try await desk.listed(photo), is: "part 6")
    try await desk.write("abc", to: photo, from: 4)
    try context.expect("what is listed after the cut", try await desk.listed(photo), is: "part 7")
    try await desk.write("xyz", to: photo, from: 7)
    try await desk.folder.keep(StoredName(photo), byteCount: 10)
    try context.expect("the file", desk.content(of: photo), is: "0123abcxyz")
  }

  static func behindItsEnd(_ context: Context) async throws {
    let desk = KeepingDesk(context)
    try await desk.write("0123", to: photo)
    for offset in [5, -1] {
      let error = try await desk.failure { try await desk.write("x", to: photo, from: offset) }
      try context.expect("the error of going on at \(offset) of 4", error?.kind, is: .offset)
      try context.expect("what is listed after that", try await desk.listed(photo), is: "part 4")
    }
    let error = try await desk.failure { try await desk.write("x", to: other, from: 1) }
    try context.expect("the error of going on at 1 of nothing", error?.kind, is: .offset)
    try context.expect("what is listed after that", try await desk.listed(other), is: "nothing")
  }

  static func oneByteMore(_ context: Context) async throws {
    let desk = KeepingDesk(context)
    try await desk.write("0123", to: photo)
    for count in [5, 3] {
      let error = try await desk.failure {
        try await desk.folder.keep(StoredName(photo), byteCount: count)
      }
      try context.expect("the error of keeping 4 bytes as \(count)", error?.kind, is: .disk)
      try context.expect("what is listed after that", try await desk.listed(photo), is: "part 4")
      try context.expect("whether it is there after that", desk.folder.contains(photo), is: false)
    }
    let error = try await desk.failure {
      try await desk.folder.keep(StoredName(other), byteCount: 4)
    }
    try context.expect("the error of keeping nothing", error?.kind, is: .disk)
    try await desk.write("", to: other)
    for count in [1, -1] {
      let error = try await desk.failure {
        try await desk.folder.keep(StoredName(other), byteCount: count)
      }
      try context.expect("the error of keeping no byte as \(count)", error?.kind, is: .disk)
    }
    try await desk.folder.keep(StoredName(other), byteCount: 0)
    try context.expect("an empty file", try await desk.listed(other), is: "whole 0")
  }

  static func capitalsPartsAndPaths(_ context: Context) async throws {
    let desk = KeepingDesk(context)
    let names = [
      "mxc://a/B", "mxc://a/b", "../../outbox/1.jpg", "/etc/passwd", "..", "a/b", "a\u{0}b", "",
      String(repeating: "x", count: 60_000),
    ]
    let files = names.flatMap { name in
      [FileKey.Part.whole, .thumbnail].map { FileKey(ExactString(name), $0) }
    }
    for (index, file) in files.enumerated() { try await desk.store("file \(index)", as: file) }
    for (index, file) in files.enumerated() {
      try context.expect(
        "what lies there of the file number \(index)", desk.content(of: file), is: "file \(index)")
    }
    try context.expect("how many are listed", try await desk.folder.list().count, is: files.count)
    let places = files.map { desk.folder.url(of: $0).resolvingSymlinksInPath().path }
    try context.expect(
      "how many places there are on a disk without capitals",
      Set(places.map { $0.lowercased() }).count, is: files.count)
    let root = desk.directory.resolvingSymlinksInPath().path + "/"
    try context.expect(
      "the places outside of the directory", places.filter { !$0.hasPrefix(root) }, is: [])
    let around = try FileManager.default.contentsOfDirectory(
      atPath: desk.directory.deletingLastPathComponent().path)
    try context.expect(
      "what lies beside the directory", around, is: [desk.directory.lastPathComponent])
  }

  static func afterClosing(_ context: Context) async throws {
    let desk = KeepingDesk(context)
    let part = try await desk.folder.part(StoredName(photo), from: 0)
    try await part.write(KeepingDesk.bytes("01"))
    part.close()
    part.close()
    let error = try await desk.failure { try await part.write(KeepingDesk.bytes("2")) }
    try context.expect("the error of a write after closing", error?.kind, is: .disk)
    try context.expect("what is listed after that", try await desk.listed(photo), is: "part 2")
    let next = try await desk.folder.part(StoredName(photo), from: 2)
    let late = try await desk.failure { try await part.write(KeepingDesk.bytes("3")) }
    try context.expect("the error of a write while the next part is open", late?.kind, is: .disk)
    try await next.write(KeepingDesk.bytes("4"))
    next.close()
    try await desk.folder.keep(StoredName(photo), byteCount: 3)
    try context.expect("the file", desk.content(of: photo), is: "014")
  }

  static func wholeAndPart(_ context: Context) async throws {
    let desk = KeepingDesk(context)
    try await desk.store("a picture", as: photo)
    try await desk.write("a new", to: photo)
    try await desk.write("an", to: other)
    for count in 1...2 {
      try await desk.folder.remove(StoredName(photo))
      try context.expect(
        "what is listed after removing it \(count) times", try await desk.listed(photo),
        is: "nothing")
      try context.expect(
        "whether it is there after that", desk.folder.contains(photo), is: false)
      try context.expect("the other one", try await desk.listed(other), is: "part 2")
    }
    try await desk.folder.remove(StoredName(other))
    try context.expect(
      "what is listed after removing a part", try await desk.listed(other), is: "nothing")
    try context.expect("what is left on the disk", try desk.bytesLeft(), is: [])
  }

  static func allOfIt(_ context: Context) async throws {
    var desk = KeepingDesk(context)
    try await desk.store("a picture", as: photo)
    try await desk.write("an", to: other)
    desk.folder.removeAll()
    try context.expect("what is left on the disk", try desk.bytesLeft(), is: [])
    try context.expect("whether it is there", desk.folder.contains(photo), is: false)
    for when in ["at once", "after the directory is opened anew"] {
      try context.expect("what is listed \(when)", try await desk.folder.list(), is: [])
      desk.reopen()
    }
    try await desk.store("again", as: photo)
    try context.expect("a file that comes after that", desk.content(of: photo), is: "again")
  }

  static func whileItIsLoadedAgain(_ context: Context) async throws {
    let desk = KeepingDesk(context)
    try await desk.store("an old one", as: photo)
    try await desk.write("a new", to: photo)
    try context.expect("what is listed", try await desk.listed(photo), is: "whole 10")
    try context.expect("what lies there", desk.content(of: photo), is: "an old one")
    try await desk.write(" one", to: photo, from: 5)
    try await desk.folder.keep(StoredName(photo), byteCount: 9)
    try context.expect("what is listed at the end", try await desk.listed(photo), is: "whole 9")
    try context.expect("what lies there at the end", desk.content(of: photo), is: "a new one")
  }
}
