internal import Foundation
internal import MessagingCore
internal import MessagingMatrix
internal import MessagingModel
internal import MessagingSQLite

/// The parts of a client, put together as an app would.
struct Device: Sendable {
  let owner: ParticipantID
  let repository: SQLiteRepository
  let files: OwnedDirectory
  let client: MatrixClient
  let transport: LabTransport
  let network: ManualConnectivity
  let worker: OutboxWorker
  let engine: RepositorySyncEngine

  init(_ settings: DeviceSettings) async throws {
    try FileManager.default.createDirectory(
      at: settings.folder, withIntermediateDirectories: true)
    owner = ParticipantID(settings.user)
    repository = try await SQLiteRepository(
      path: settings.folder.appendingPathComponent("store.sqlite").path, owner: owner)
    files = OwnedDirectory(root: settings.folder.appendingPathComponent("files"))
    var limits = MatrixLimits()
    limits.timeline = settings.timeline
    limits.page = settings.page
    let token = settings.token
    client = MatrixClient(
      MatrixAccount(homeserver: settings.homeserver, user: owner) { token }, limits: limits)
    let book = MatrixBook(file: settings.folder.appendingPathComponent("book"))
    transport = LabTransport(
      sending: MatrixMessageTransport(client),
      syncing: MatrixSyncTransport(client, book: book), settings: settings)
    network = ManualConnectivity(isOnline: settings.isOnline)
    var sending = SendPolicy()
    // A server that is started again is found soon.
    sending.retry.longestDelay = 2_000
    let worker = OutboxWorker(
      SendPorts(
        repository: repository, transport: transport,
        uploader: MatrixUploader(client, files: files), files: files, connectivity: network),
      policy: sending)
    self.worker = worker
    var syncing = SyncPolicy()
    syncing.retry.longestDelay = 2_000
    engine = RepositorySyncEngine(
      SyncPorts(
        repository: repository, transport: transport, connectivity: network,
        sending: { worker.diagnoses() }),
      owner: owner, policy: syncing)
  }

  /// What the engine says of itself now.
  func status() async -> SyncStatus? {
    for await status in engine.statuses() { return status }
    return nil
  }

  /// Who is typing in a conversation now.
  func typing(in chat: ConversationID) async -> [ParticipantID] {
    for await people in engine.people() { return people.typing[chat] ?? [] }
    return []
  }

  /// Everything that is stored of a conversation, whatever is missing in it.
  func everything(
    in chat: ConversationID
  ) async throws(RepositoryError) -> (messages: [Message], gaps: [Gap], receipts: [Receipt]) {
    var page = try await repository.read(
      Query(.newest, in: chat, limit: Limits.page, crossesGaps: true))
    var (messages, gaps) = (page.messages, page.gaps)
    let receipts = page.receipts
    while page.older == .more, let first = messages.first {
      page = try await repository.read(
        Query(.older(than: first.cursor), in: chat, limit: Limits.page, crossesGaps: true))
      messages = page.messages + messages
      gaps = page.gaps + gaps
    }
    if case .gap(let gap) = page.older { gaps.insert(gap, at: 0) }
    return (messages, gaps, receipts)
  }

  /// Fills the gaps of a conversation from above, as somebody does who scrolls to its start.
  ///
  /// - Parameter limit: how many pages are asked for at most.
  /// - Returns: how many came; why it ended, if not at the start.
  func fill(
    _ chat: ConversationID, limit: Int
  ) async throws(RepositoryError) -> (pages: Int, problem: String?) {
    var pages = 0
    var place = Query.Kind.newest
    while true {
      let page = try await repository.read(Query(place, in: chat, limit: 200))
      if let first = page.messages.first { place = .older(than: first.cursor) }
      switch page.older {
      case .end: return (pages, nil)
      case .more:
        if page.messages.isEmpty { return (pages, "no-progress") }
      case .gap(let gap):
        guard pages < limit else { return (pages, "limit") }
        switch await engine.fill(gap, in: chat) {
        case .filled, .alreadyFilled: pages += 1
        case .unavailable: return (pages, "unavailable")
        case .failed(let error): return (pages, error.code.string)
        }
      }
    }
  }
}
