internal import MessagingCore
internal import MessagingModel

/// Reads a repository to answer questions.
struct Observables: Sendable {
  let repository: any MessageRepository
  let names: ScriptNames

  /// The answer to a question. A refused read answers with its error code.
  func answer(_ look: StoreLook, _ arguments: Arguments) async throws -> Observation {
    do {
      return try await look(self, arguments)
    } catch let error as RepositoryError {
      return Observation(error.code.rawValue)
    } catch is NotThere {
      return .missing
    }
  }

  /// The store does not contain what the question is about.
  private struct NotThere: Error {}

  /// The newest messages across gaps, as many as one read returns.
  func everything(
    in conversation: ConversationID
  ) async throws(RepositoryError) -> Snapshot {
    try await repository.read(
      Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true))
  }

  /// A page with as many messages as the line names, and its edges.
  func page(_ kind: Query.Kind, _ arguments: Arguments) async throws -> Observation {
    let limit = arguments.all(Words.number).first ?? 100
    let query = Query(
      kind, in: arguments.conversation, limit: limit, scope: arguments.scope)
    return Observation(try await repository.read(query).words(edges: true))
  }

  /// The position of the first message of a line, or of the last one.
  func cursor(_ arguments: Arguments, last: Bool = false) async throws -> PageCursor {
    let references = arguments.all(Words.reference)
    guard let reference = last ? references.last : references.first else { throw NotThere() }
    if let (conversation, place) = names.place(reference, in: arguments.conversation) {
      return PageCursor(conversation: conversation, position: .confirmed(place))
    }
    return try await find(reference, in: everything(in: arguments.conversation)).cursor
  }

  /// An observation about the message that a line names.
  func message(
    _ arguments: Arguments, _ look: (Message, Snapshot) -> Observation
  ) async throws -> Observation {
    let snapshot = try await everything(in: arguments.conversation)
    return look(try find(try arguments.first(Words.reference), in: snapshot), snapshot)
  }

  /// The stored trial of the message or unsent change that a line names, or of its retraction.
  func trial(_ arguments: Arguments) async throws -> Observation {
    let reference = try arguments.first(Words.reference)
    let query = Query(.outbox, in: arguments.conversation, limit: 1)
    let retraction = try await repository.read(query).retractions.first {
      $0.key.id == reference.client.map(ScriptNames.client)
    }
    if let retraction { return retraction.trial.observation }
    return try await message(arguments) { message, _ in
      guard let id = arguments.all(Words.dependent).first else { return message.trial.observation }
      return message.dependents.first { $0.id == id }?.trial.observation ?? .missing
    }
  }

  private func find(_ reference: ScriptReference, in snapshot: Snapshot) throws -> Message {
    let found = snapshot.messages.first { message in
      if let remote = reference.remote {
        return message.remoteID == ScriptNames.remote(remote)
      }
      return message.id == reference.client.map(ScriptNames.client)
    }
    guard let found else { throw NotThere() }
    return found
  }
}

extension Arguments {
  /// The scope that a line asks for: a thread, all messages but replies, or all.
  var scope: MessageScope {
    if let root = target("thread") { return .thread(root) }
    return has("without-replies") ? .withoutReplies : .everything
  }
}

extension Observables {
  /// Answers a question in script form, as text: `timeline`, `text s7`.
  func answer(_ question: String) async throws -> String {
    let (clause, arguments) = try StoreLanguage.looks.read(
      LineScanner.pieces(of: question[...])[...])
    return try await answer(clause.code, arguments).text
  }
}
