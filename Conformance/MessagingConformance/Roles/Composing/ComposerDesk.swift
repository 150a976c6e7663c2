internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// The world around a composer: a store, the directory of the app, and a picker.
struct ComposerDesk: Sendable {
  typealias Context = RoleContext<any ComposerSubject>

  static let conversation: ConversationID = "k1"

  let store = TroubledRepository()
  private(set) var composer: any DraftComposer
  /// The directory of the app.
  private(set) var directory: URL
  /// Why nothing can be sent to some conversations.
  let obstacles = Locked<[ConversationID: FailureReason]>([:])
  private let context: Context
  private let environment: ConformanceEnvironment

  init(_ context: Context) throws {
    self.context = context
    environment = ConformanceEnvironment(seed: context.options.seed)
    directory = environment.file("app")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    composer = ComposerDesk.composer(of: context, store, directory, obstacles)
  }

  private static func composer(
    of context: Context, _ store: TroubledRepository, _ directory: URL,
    _ obstacles: Locked<[ConversationID: FailureReason]>
  ) -> any DraftComposer {
    context.subject.composer(
      ComposerPorts(repository: store, directory: directory, obstacle: { obstacles.current[$0] }))
  }

  static func key(_ number: Int, in conversation: ConversationID = conversation) -> MessageKey {
    MessageKey(conversation, id(number))
  }

  static func id(_ number: Int) -> MessageID { MessageID(high: 7, low: UInt64(number)) }

  // MARK: The picker

  /// A file that the picker hands out, with this content; `nil` for a folder.
  func picked(_ name: String, _ content: String?) throws -> Draft.File {
    let url = environment.file("picked/\(name)")
    let folder = content == nil ? url : url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let content { try Data(content.utf8).write(to: url) }
    return Draft.File(source: url)
  }

  /// A file that the picker has removed already.
  func removed(_ name: String) -> Draft.File {
    Draft.File(source: environment.file("picked/\(name)"))
  }

  /// The picker writes into all of its files, then removes them.
  func takeBack(_ files: [Draft.File]) throws {
    for file in files {
      guard FileManager.default.fileExists(atPath: file.source.path) else {
        throw Violation("a file of the picker was moved, expected that it is copied")
      }
      let handle = try FileHandle(forWritingTo: file.source)
      try handle.write(contentsOf: Data("taken back".utf8))
      try handle.close()
      try FileManager.default.removeItem(at: file.source)
    }
  }

  /// A link that names a file.
  func link(_ name: String, to file: Draft.File) throws -> Draft.File {
    let url = environment.file("picked/\(name)")
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: file.source)
    return Draft.File(source: url)
  }

  // MARK: The app

  @discardableResult
  func send(
    _ content: Draft.Content, as number: Int, in conversation: ConversationID = conversation,
    at time: Timestamp = 5
  ) async throws -> ActionOutcome {
    context.count(steps: 1)
    return try await composer.send(
      Draft(content, in: conversation), as: ComposerDesk.id(number), at: time)
  }

  @discardableResult
  func edit(
    _ number: Int, _ files: [Draft.Edit.File], _ text: String = "", as change: Int,
    in conversation: ConversationID = conversation
  ) async throws -> ActionOutcome {
    context.count(steps: 1)
    return try await composer.edit(
      ComposerDesk.key(number, in: conversation), to: Draft.Edit(files, kind: .photo, text: text),
      as: ComposerDesk.id(change))
  }

  /// Why a call was refused; `nil` if it was not.
  func refusal(of call: () async throws -> ActionOutcome) async throws -> DraftRefusal? {
    do {
      _ = try await call()
      return nil
    } catch let error as DraftRefusal {
      return error
    }
  }

  /// The app's directory moves; a new composer opens it.
  mutating func move() throws {
    let place = environment.file("moved")
    try FileManager.default.moveItem(at: directory, to: place)
    directory = place
    composer = ComposerDesk.composer(of: context, store, place, obstacles)
  }

  /// Notes what is on the disk at the first moment at which the store is written to: so much is
  /// left if the process ends there.
  func watchForCrash() {
    let (directory, copy) = (directory, environment.file("crashed"))
    store.whenWritten { try? FileManager.default.copyItem(at: directory, to: copy) }
  }

  /// The next process after ``watchForCrash()``: the store has nothing of what was written.
  func crashed() throws -> ComposerDesk {
    var next = try ComposerDesk(context)
    let copy = environment.file("crashed")
    guard FileManager.default.fileExists(atPath: copy.path) else {
      throw Violation("nothing was written to the store")
    }
    try FileManager.default.removeItem(at: next.directory)
    try FileManager.default.copyItem(at: copy, to: next.directory)
    next.composer = ComposerDesk.composer(of: context, next.store, next.directory, next.obstacles)
    return next
  }

  /// Makes everything that is in the directory of the app older.
  func age(by seconds: Double) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    let dated = try names.map { name in
      let path = directory.appendingPathComponent(name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (path: path, date: attributes[.modificationDate] as? Date)
    }
    for (path, date) in dated {
      guard let older = date?.addingTimeInterval(-seconds) else { continue }
      try FileManager.default.setAttributes([.modificationDate: older], ofItemAtPath: path)
    }
  }

  // MARK: What is there

  /// A message as a screen shows it; `nil` if there is none.
  func message(
    _ number: Int, in conversation: ConversationID = conversation
  ) async throws -> Message? {
    let id = ComposerDesk.id(number)
    let query = Query(.around(.id(id)), in: conversation, limit: 1)
    return try await store.read(query).messages.first { $0.id == id }
  }

  /// The files of a message.
  func files(
    of number: Int, in conversation: ConversationID = conversation
  ) async throws -> [Attachment] {
    try await message(number, in: conversation)?.body.attachments ?? []
  }

  /// The files of a message, each as an edit keeps it.
  func kept(
    of number: Int, in conversation: ConversationID = conversation
  ) async throws -> [Draft.Edit.File] {
    try await files(of: number, in: conversation).map { .kept($0) }
  }

  /// What the files of a message contain; `nothing` for a file that is not there.
  func contents(
    of number: Int, in conversation: ConversationID = conversation
  ) async throws -> [String] {
    contents(of: try await files(of: number, in: conversation))
  }

  /// What files contain; `nothing` for a file that is not there.
  func contents(of files: [Attachment]) -> [String] {
    files.map { file in
      let bytes = file.localPath.flatMap { try? Data(contentsOf: composer.url(of: $0)) }
      return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
    }
  }

  /// How many copies with this content the app's directory has. A link is no copy.
  func copies(of content: String) -> Int {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory.path)) ?? []
    return names.map { directory.appendingPathComponent($0) }.filter { url in
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      return attributes?[.type] as? FileAttributeType == .typeRegular
        && (try? Data(contentsOf: url)) == Data(content.utf8)
    }.count
  }

  /// A check of how many copies there are, by content.
  func expectCopies(_ counts: [(content: String, count: Int)], _ when: String) throws {
    for (content, count) in counts {
      try context.expect(
        "the number of copies of '\(content)' \(when)", copies(of: content), is: count)
    }
  }
}
