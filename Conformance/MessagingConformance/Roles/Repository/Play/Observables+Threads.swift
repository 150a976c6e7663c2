internal import MessagingCore
internal import MessagingModel

extension ThreadSummary {
  /// The number of replies, written `3+` if it is a lower bound, and the newest reply.
  var observation: Observation {
    let number = ObservedWord("\(count)\(isLowerBound ? "+" : "")")
    return Observation([number] + (latest.map { [ObservedWord($0)] } ?? []))
  }
}

extension Observables {
  /// What a page without replies reports about the thread under a message.
  func replies(_ arguments: Arguments) async throws -> Observation {
    let query = Query(
      .newest, in: arguments.conversation, limit: Limits.page, crossesGaps: true,
      scope: .withoutReplies)
    let page = try await repository.read(query)
    let name = try arguments.first(Words.reference).name
    let root = page.messages.first { ScriptNames.names(of: $0).contains(name) }
    guard let root else { return .missing }
    return page.threads[root.id]?.observation ?? .nothing
  }
}
