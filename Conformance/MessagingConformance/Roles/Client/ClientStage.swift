internal import MessagingCore
internal import MessagingModel

/// A whole client with its world.
struct ClientStage {
  static let photo = FileKey("photo", .whole)
  static let film = FileKey("film", .whole)
  /// A conversation that the owner has left.
  static let left: ConversationID = "k9"

  let client: any ClientDriving
  private let context: ClientChecks.Context

  /// - Parameters:
  ///   - order: the number of the order in which its tasks continue; `nil` for the oldest first.
  ///   - adjust: changes the policies.
  init(
    _ context: ClientChecks.Context, order: Int? = nil,
    _ adjust: (inout ClientPolicies) -> Void = { _ in }
  ) async throws {
    self.context = context
    var policies = ClientPolicies()
    adjust(&policies)
    let random = order.map {
      SeededRandom(seed: context.options.seed, stream: "CLIENT/order/\($0)")
    }
    client = try await ClientStage.client(context.subject, policies, context.options, random)
  }

  private static func client(
    _ subject: any WholeClientSubject, _ policies: ClientPolicies, _ options: RunOptions,
    _ random: SeededRandom?
  ) async throws -> any ClientDriving {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenClient() }
    return try await DrivenClient(
      subject, policies, seed: options.seed, shuffledBy: random
    ) { conversation in
      conversation == left ? FailureReason(code: "left") : nil
    }
  }

  var server: ClientServer { client.server }

  /// Somebody writes a message.
  func say(_ text: String) {
    server.say(text)
    client.rest()
  }

  /// The server answers the requests that it held.
  func release() {
    server.release()
    client.rest()
  }

  /// Writes a message that has to be accepted.
  func write(_ text: String, as number: Int) throws {
    try write(.text(text), as: number)
  }

  func write(_ content: Draft.Content, as number: Int) throws {
    let refusal = client.write(content, as: number, in: ClientServer.chat)
    try check()
    try context.expect("why message \(number) is refused", refusal?.description, is: nil)
  }

  func want(_ files: FileKey..., byteCount: Int = 5) {
    client.want(files.map { FileWish($0, byteCount: byteCount) })
  }

  /// Fails if the suite cannot drive the client.
  func check() throws {
    context.count(steps: 1)
    if let trouble = client.trouble { throw SubjectError(description: trouble) }
  }

  func expect(endedRuns count: Int) throws {
    try check()
    try context.expect("the number of runs that ended", client.endedRuns, is: count)
  }

  func expect(_ what: String, stored texts: String...) async throws {
    try check()
    try context.expect("what is stored \(what)", try await client.stored(), is: texts)
  }

  func expect(_ what: String, _ file: FileKey, is state: String) throws {
    try check()
    let found = client.downloads?.files[file].map { "\($0)" } ?? "unknown"
    try context.expect("the state of \(file.remote) \(what)", found, is: state)
  }

  /// Expects what the client says of itself; `nil` for anything.
  func expect(
    _ what: String, syncing: SyncStatus.Phase?, downloads: DownloadStatus.Phase?
  ) throws {
    try check()
    if let syncing {
      try context.expect(
        "the phase of syncing \(what)", client.syncing.map { "\($0.phase)" } ?? "unknown",
        is: "\(syncing)")
    }
    if let downloads {
      try context.expect(
        "the phase of downloads \(what)", client.downloads.map { "\($0.phase)" } ?? "unknown",
        is: "\(downloads)")
    }
  }

  /// The requests that begin with a word.
  func requests(_ word: String) -> [String] { server.log.filter { $0.hasPrefix(word) } }

  func expect(_ what: String, _ word: String, requests count: Int) throws {
    try check()
    try context.expect("the requests '\(word)' \(what)", requests(word).count, is: count)
  }
}
