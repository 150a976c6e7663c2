import Testing

@testable import MessagingModel

private typealias Attachment = MessagingModel.Attachment

/// `REPO-043`, `REPO-092`.
@Suite struct KnownFilesTests {
  private static func path(_ name: String) -> RelativePath {
    guard let path = RelativePath(name) else { preconditionFailure("a path without empty parts") }
    return path
  }

  private static func media(_ files: [Attachment]) -> Body {
    .media(Body.Media(kind: .photo, attachments: files))
  }

  /// A file of this device, by the name of its file; uploaded under a remote name, if it has one.
  private static func here(_ name: String, _ remote: ExactString? = nil) -> Attachment {
    Attachment(localPath: path(name), remote: remote, placeholder: "grey")
  }

  private static func names(_ body: Body) -> [String] {
    body.attachments.map { $0.localPath?.text.string ?? "-" }
  }

  private static func known(_ files: [Attachment]) -> KnownFiles { KnownFiles(files, parked: []) }

  @Test func `the server's copy keeps the files of this device`() {
    let local = [Attachment(localPath: Self.path("a"), placeholder: "blur", byteCount: 1)]
    let server = Self.media([Attachment(remote: "r", byteCount: 2), Attachment(remote: "s")])
    let merged = Self.media([
      Attachment(localPath: Self.path("a"), remote: "r", placeholder: "blur", byteCount: 2),
      Attachment(remote: "s"),
    ])
    var files = Self.known(local)
    #expect(files.take(server) == merged)
    #expect(files.take(merged) == merged, "twice is once")
    #expect(files.present == merged.attachments && files.parked.isEmpty)
    for own in [
      Attachment(localPath: Self.path("b"), placeholder: "wave"),
      Attachment(localPath: Self.path("b")),
    ] {
      var files = Self.known(local)
      #expect(files.take(Self.media([own])) == Self.media([own]), "another path is another file")
    }
    var none = Self.known([])
    #expect(none.take(server) == server)
    #expect(none.present == server.attachments)
  }

  @Test func `a copy without an address keeps the one of the same file, and of no other`() {
    let uploaded = [Attachment(localPath: Self.path("a"), remote: "r", upload: .done)]
    let copy = Self.media([
      Attachment(localPath: Self.path("a"), byteCount: 2, upload: .waiting)
    ])
    let take = { (body: Body, hasUploads: Bool) -> Body in
      var files = Self.known(uploaded)
      return files.take(body, hasUploads: hasUploads)
    }
    #expect(
      take(copy, true)
        == Self.media([
          Attachment(localPath: Self.path("a"), remote: "r", byteCount: 2, upload: .done)
        ]))
    // A copy of the server says no path: it is the file that this device has.
    #expect(
      take(Self.media([Attachment(upload: .waiting)]), true)
        == Self.media([Attachment(localPath: Self.path("a"), remote: "r", upload: .done)]))
    let replaced = Self.media([Attachment(localPath: Self.path("b"), upload: .waiting)])
    #expect(take(replaced, true) == replaced)
    #expect(take(copy, false) == copy, "an edit that waits has its own")
  }

  @Test func `an upload that goes on is not begun again, and a parked one is known by its name`() {
    let onTheWay = Attachment(localPath: Self.path("a"), upload: .uploading(percent: 40))
    var files = Self.known([onTheWay, Self.here("b", "rb")])
    let caption = Self.media([Attachment(localPath: Self.path("a"), upload: .waiting)])
    #expect(files.take(caption).attachments == [onTheWay])
    #expect(files.parked == [Self.here("b", "rb")])
    let again = files.take(
      Self.media([Attachment(localPath: Self.path("b"), upload: .waiting)]))
    #expect(again.attachments == [Self.here("b", "rb")], "it is on the network already")
    #expect(files.parked == [Attachment(localPath: Self.path("a"))])
    // What is not on the network, as far as this device remembers, is as the version says.
    let back = files.take(Self.media([Attachment(localPath: Self.path("a"), upload: .waiting)]))
    #expect(back.attachments.map(\.upload) == [.waiting])
  }

  /// A version as the remote names of its files, and the local names that belong to them.
  @Test(arguments: [
    (["rb"], ["b"]), (["rb", "ra"], ["b", "a"]), (["x", "ra"], ["-", "a"]),
    (["x", "rb"], ["-", "b"]), (["ra", "ra"], ["a", "-"]), (["x", "y", "rb"], ["-", "-", "b"]),
    (["x"], ["-"]),
  ])
  func `a file stays with its remote name`(_ names: [String], _ local: [String]) {
    var files = Self.known([Self.here("a", "ra"), Self.here("b", "rb")])
    let version = Self.media(names.map { Attachment(remote: ExactString($0)) })
    #expect(Self.names(files.take(version)) == local)
    #expect(files.take(.text("words")) == .text("words"))
    let both = Self.media([Attachment(remote: "ra"), Attachment(remote: "rb")])
    #expect(Self.names(files.take(both)) == ["a", "b"], "nothing is forgotten")
    #expect(files.parked.isEmpty)
  }

  @Test func `the place decides while a name is not known, and only then`() {
    let unnamed = [Self.here("a"), Self.here("b"), Self.here("c", "rc")]
    var files = Self.known(unnamed)
    let named = Self.media(["ra", "rb", "x"].map { Attachment(remote: ExactString($0)) })
    #expect(Self.names(files.take(named)) == ["a", "b", "-"])
    #expect(files.present.map(\.remote) == ["ra", "rb", "x"])
    #expect(files.parked == [Self.here("c", "rc")])
    // Its place belongs to the file with that name.
    var taken = Self.known([Self.here("a", "ra"), Self.here("b")])
    let swapped = Self.media([Attachment(remote: "rb"), Attachment(remote: "ra")])
    #expect(Self.names(taken.take(swapped)) == ["-", "a"])
    #expect(taken.parked == [Self.here("b")])
  }

  @Test func `a file of this device that replaces another one leaves it parked`() {
    var files = Self.known([Self.here("a", "ra")])
    let replaced = Self.media([Attachment(localPath: Self.path("c"), upload: .waiting)])
    #expect(files.take(replaced) == replaced)
    #expect(files.parked == [Self.here("a", "ra")])
    #expect(Self.names(files.take(Self.media([Attachment(remote: "ra")]))) == ["a"])
  }

  /// It was taken out before it was on the network. Rows that an early version of the store wrote
  /// have no names of parked files either: these are downloaded again.
  @Test func `a parked file without a name is no file of the server`() {
    var files = KnownFiles([], parked: [Self.here("a"), Self.here("b")])
    let both = Self.media([Attachment(remote: "ra"), Attachment(remote: "rb")])
    #expect(Self.names(files.take(both)) == ["-", "-"])
  }

  @Test func `what is parked is bounded, and all of it is on this device`() {
    let many = (0..<Limits.attachments).map { Self.here("\($0)", ExactString("r\($0)")) }
    var files = KnownFiles([Self.here("first", "r")], parked: many)
    _ = files.take(Body.text("words"))
    #expect(files.parked.count == Limits.attachments)
    #expect(files.parked.first == Self.here("first", "r"))
    var others = Self.known([
      Attachment(remote: "r"), Attachment(remote: "p", placeholder: "blur"), Self.here("b", "rb"),
    ])
    _ = others.take(.text("words"))
    #expect(others.parked == [Self.here("b", "rb")])
  }
}
