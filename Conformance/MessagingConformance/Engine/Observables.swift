internal import MessagingCore
internal import MessagingModel

/// Looks at a repository as expectations do.
struct Observables: Sendable {
  let repository: any MessageRepository
  let names: ScriptNames

  /// What an observable about stored data is; a refusal reads as its code.
  ///
  /// - Returns: `nil` for what only the run knows: the last step and the observers.
  func observe(_ observable: Observable, _ arguments: [ScriptArgument]) async -> Observation? {
    do throws(RepositoryError) {
      switch observable {
      case .timeline, .newest, .older, .newer, .around, .window:
        return try await page(observable, arguments)
      case .text, .state, .sender, .id, .version, .kind, .deleted, .reactions, .quote, .file,
        .source, .readers, .dependents:
        return try await message(observable, arguments)
      case .unread, .gaps, .complete:
        return conversation(observable, try await everything(in: arguments.conversation))
      case .outbox:
        let conversation = arguments["in"].map { ConversationID($0) }
        let query = Query(.outbox, in: conversation, limit: Limits.page)
        return Observation(try await repository.read(query).messages.map(ObservedWord.init))
      case .retractions:
        let query = Query(.outbox, in: arguments.conversation, limit: 1)
        let retractions = try await repository.read(query).retractions
        return Observation(retractions.map { ObservedWord(ScriptNames.name(of: $0.key.id)) })
      case .token:
        return Observation(
          try await repository.syncToken().map { [ObservedWord(.string($0.text.string))] } ?? [])
      case .revision, .kinds, .notices, .error, .commits: return nil
      }
    } catch {
      return Observation(error.code.rawValue)
    }
  }

  /// The newest messages across gaps, as many as one read gives.
  func everything(
    in conversation: ConversationID
  ) async throws(RepositoryError) -> Snapshot {
    try await repository.read(
      Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true))
  }

  private func page(
    _ observable: Observable, _ arguments: [ScriptArgument]
  ) async throws(RepositoryError) -> Observation {
    let conversation = arguments.conversation
    let limit = arguments.words.first.flatMap { Int($0) } ?? 100
    let references = arguments.references
    if observable == .timeline {
      let query = Query(.newest, in: conversation, limit: 100, crossesGaps: true)
      return Observation(try await repository.read(query).words(edges: false))
    }
    guard let kind = try await kind(observable, references, in: conversation) else {
      return .missing
    }
    let snapshot = try await repository.read(Query(kind, in: conversation, limit: limit))
    return Observation(snapshot.words(edges: true))
  }

  private func kind(
    _ observable: Observable, _ references: [ScriptReference], in conversation: ConversationID
  ) async throws(RepositoryError) -> Query.Kind? {
    guard let first = references.first, let last = references.last else { return .newest }
    if observable == .around { return .around(ScriptNames.target(first)) }
    guard let lower = try await cursor(first, in: conversation),
      let upper = try await cursor(last, in: conversation)
    else { return nil }
    if observable == .older { return .older(than: lower) }
    return observable == .newer ? .newer(than: lower) : .window(from: lower, to: upper)
  }

  private func cursor(
    _ reference: ScriptReference, in conversation: ConversationID
  ) async throws(RepositoryError) -> Cursor? {
    if let (conversation, place) = names.place(reference, in: conversation) {
      return Cursor(conversation: conversation, position: .confirmed(place))
    }
    return try await find(reference, in: everything(in: conversation))?.cursor
  }

  private func message(
    _ observable: Observable, _ arguments: [ScriptArgument]
  ) async throws(RepositoryError) -> Observation {
    let snapshot = try await everything(in: arguments.conversation)
    guard let reference = arguments.references.first, let message = find(reference, in: snapshot)
    else { return .missing }
    return message.observation(observable, in: snapshot)
  }

  private func find(_ reference: ScriptReference, in snapshot: Snapshot) -> Message? {
    snapshot.messages.first { message in
      if let remote = reference.remote {
        return message.remoteID == ScriptNames.remote(remote)
      }
      return message.id == reference.client.map(ScriptNames.client)
    }
  }

  private func conversation(_ observable: Observable, _ snapshot: Snapshot) -> Observation {
    if observable == .unread {
      return Observation("\(snapshot.unread.count)\(snapshot.unread.isLowerBound ? "+" : "")")
    }
    let gaps = snapshot.allGaps
    if observable == .complete { return Observation("\(gaps.isEmpty && snapshot.older == .end)") }
    return Observation(
      gaps.map { gap in
        let plain = "\(gap.lowerName)..\(gap.upperName)"
        if gap.isUnavailable { return ObservedWord("\(plain)[unavailable]") }
        return ObservedWord(plain, or: gap.token.map { ["\(plain)[\($0)]"] } ?? [])
      })
  }
}
