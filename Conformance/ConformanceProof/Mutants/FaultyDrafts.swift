internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension FaultyPart {
  /// A composer with a fault in it or around it.
  ///
  /// - Parameters:
  ///   - ports: changes what the composer works with.
  ///   - part: changes what its calls do.
  static func composing(
    ports: @escaping @Sendable (inout ComposerPorts) -> Void,
    _ part: @escaping @Sendable (inout BentDrafts) -> Void = { _ in }
  ) -> FaultyPart {
    FaultyPart(.composing) { FaultyDraftsSubject(name: $0, ports: ports, part: part) }
  }

  /// A composer whose calls have a fault.
  static func composing(_ part: @escaping @Sendable (inout BentDrafts) -> Void) -> FaultyPart {
    composing(ports: { _ in }, part)
  }
}

private struct FaultyDraftsSubject: ComposerSubject {
  let name: String
  let ports: @Sendable (inout ComposerPorts) -> Void
  let part: @Sendable (inout BentDrafts) -> Void

  var roles: Set<Role> { [.composing] }

  func composer(_ ports: ComposerPorts) -> any DraftComposer {
    var bentPorts = ports
    self.ports(&bentPorts)
    var bent = BentDrafts(bentPorts, home: ports.directory)
    part(&bent)
    return bent
  }
}

/// Our composer with one fault around it.
struct BentDrafts: DraftComposer {
  let composer: MessageComposer
  let store: any MessageRepository
  let obstacle: @Sendable (ConversationID) async -> FailureReason?
  /// The directory of the app.
  let home: OwnedDirectory
  /// The directory that the composer copies to: the same, unless a fault changed the ports.
  let copied: OwnedDirectory

  /// Refuses a call before anything else happens.
  var asksFirst: @Sendable (ConversationID) async -> FailureReason? = { _ in nil }
  /// Changes a draft before it is sent, or refuses it.
  var takes: @Sendable (inout Draft) throws(DraftRefusal) -> Void = { _ throws(DraftRefusal) in }
  /// Changes an edit before it is made.
  var rewrites: @Sendable (BentDrafts, inout Draft.Edit) -> Void = { _, _ in }
  /// What a refusal leads to, and what the caller is told.
  var refuses: @Sendable (BentDrafts, DraftCall, DraftRefusal) async -> DraftRefusal = { $2 }
  /// What an outcome leads to, and what the caller is told.
  var ends: @Sendable (BentDrafts, DraftCall, ActionOutcome) async -> ActionOutcome = { $2 }
  /// Happens after each call.
  var leaves: @Sendable (BentDrafts) -> Void = { _ in }
  var finds: @Sendable (BentDrafts, RelativePath) -> URL = { $0.home.url(of: $1) }
  var checks: @Sendable (BentDrafts, OwnedFile) async throws(SendError) -> Void = {
    bent, file throws(SendError) in try await bent.home.check(file)
  }
  var discards: @Sendable (BentDrafts, MessageKey) async -> Void = { await $0.home.discard($1) }
  /// How long nothing has changed in a folder that a sweep may remove, and whether it is needed.
  var sweeps: @Sendable (_ age: Duration, _ isNeeded: Bool) -> (age: Duration, isNeeded: Bool) = {
    ($0, $1)
  }

  init(_ ports: ComposerPorts, home: URL) {
    copied = OwnedDirectory(root: ports.directory)
    self.home = ports.directory == home ? copied : OwnedDirectory(root: home)
    (store, obstacle) = (ports.repository, ports.obstacle)
    composer = MessageComposer(
      repository: ports.repository, files: copied, obstacle: ports.obstacle)
  }

  func send(
    _ draft: Draft, as id: MessageID, at timestamp: Timestamp
  ) async throws(DraftRefusal) -> ActionOutcome {
    var taken = draft
    try takes(&taken)
    let call = DraftCall(
      message: MessageKey(draft.conversation, id), files: draft.drafted, words: draft.words)
    return try await around(call) { () async throws(DraftRefusal) in
      try await composer.send(taken, as: id, at: timestamp)
    }
  }

  func edit(
    _ message: MessageKey, to edit: Draft.Edit, as change: MessageID
  ) async throws(DraftRefusal) -> ActionOutcome {
    var rewritten = edit
    rewrites(self, &rewritten)
    let call = DraftCall(message: message, files: [], words: edit.text, change: change)
    return try await around(call) { () async throws(DraftRefusal) in
      try await composer.edit(message, to: rewritten, as: change)
    }
  }

  private func around(
    _ call: DraftCall, _ work: () async throws(DraftRefusal) -> ActionOutcome
  ) async throws(DraftRefusal) -> ActionOutcome {
    if let reason = await asksFirst(call.message.conversation) { throw .notPossible(reason) }
    defer { leaves(self) }
    let outcome: ActionOutcome
    do throws(DraftRefusal) {
      outcome = try await work()
    } catch {
      throw await refuses(self, call, error)
    }
    return await ends(self, call, outcome)
  }

  func url(of path: RelativePath) -> URL { finds(self, path) }
  func check(_ file: OwnedFile) async throws(SendError) { try await checks(self, file) }
  func discard(_ message: MessageKey) async { await discards(self, message) }

  func sweep(
    unchangedFor age: Duration, keeping isNeeded: @Sendable (MessageKey) async -> Bool
  ) async {
    let bent = sweeps(age, false).age
    await home.sweep(unchangedFor: bent) { sweeps(age, await isNeeded($0)).isNeeded }
  }

  /// Where a fault keeps the root of the directory.
  var storedRoot: URL { home.root.appendingPathComponent("root") }

  /// Moves what the composer copied elsewhere to the directory of the app.
  func bringHome() {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: copied.root.path)) ?? []
    for name in names {
      let from = copied.root.appendingPathComponent(name)
      let to = home.root.appendingPathComponent(name)
      if isFolder(from) {
        try? FileManager.default.createDirectory(at: to, withIntermediateDirectories: true)
      } else {
        try? FileManager.default.removeItem(at: to)
        try? FileManager.default.moveItem(at: from, to: to)
      }
    }
  }

  private func isFolder(_ url: URL) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  /// The files that the store names in a message, where they are now.
  func named(by message: MessageKey) async -> [URL] {
    let query = Query(.around(.id(message.id)), in: message.conversation, limit: 1)
    let files = (try? await store.read(query))?.messages.flatMap(\.body.attachments) ?? []
    return files.compactMap(\.localPath).map(home.url)
  }

  /// The copies that an edit made.
  func copies(by change: MessageID) -> [URL] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: home.root.path)) ?? []
    return names.map { home.root.appendingPathComponent($0) }
      .filter { $0.lastPathComponent.hasPrefix("\(change)-") }
  }

  /// Leaves copies of files in the directory that nothing names.
  func leave(_ files: some Sequence<Draft.File>) {
    let others = (try? FileManager.default.contentsOfDirectory(atPath: home.root.path)) ?? []
    let folder = home.root.appendingPathComponent("left-\(others.count)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, file) in files.enumerated() {
      try? FileManager.default.copyItem(
        at: file.source, to: folder.appendingPathComponent("\(index)"))
    }
  }
}

/// A call of a composer: a draft that is sent, or an edit.
struct DraftCall: Sendable {
  let message: MessageKey
  /// The files of the draft; none for an edit.
  let files: [Draft.File]
  let words: String
  /// The edit; `nil` for a draft.
  var change: MessageID?

  var isEdit: Bool { change != nil }
}

extension Draft {
  /// The files of the draft.
  var drafted: [File] {
    switch content {
    case .files(let files, _, _): files
    case .text, .payment: []
    }
  }

  /// The words of the draft.
  var words: String {
    switch content {
    case .text(let text): text
    case .files(_, _, let caption): caption
    case .payment(let payment): payment.note.string
    }
  }
}

/// The notes in a directory of the app: to which message each folder belongs.
struct DirectoryMarks: Sendable {
  let root: URL

  func hide() { rename("message", to: "later") }
  func show() { rename("later", to: "message") }

  private func rename(_ name: String, to other: String) {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    for url in paths.map(root.appendingPathComponent) where url.lastPathComponent == name {
      let target = url.deletingLastPathComponent().appendingPathComponent(other)
      try? FileManager.default.moveItem(at: url, to: target)
    }
  }
}
