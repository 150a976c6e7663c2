internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// Checks that open files of other releases of a store (`REPO-037`).
enum ReleaseChecks {
  /// Everything unsent in a file of an earlier release is there, and can be added to.
  static func earlierReleases(_ context: CheckContext) async throws {
    let subject = try released(context)
    let releases = try subject.earlierReleases()
    try context.expect(!releases.isEmpty, "the subject brings no earlier release")
    for release in releases {
      let place = context.elsewhere()
      try write(release, to: place.environment)
      let repository: any MessageRepository
      do {
        repository = try await subject.repository(in: place.environment)
      } catch let error as RepositoryError {
        throw Violation("a file of \(release.name) is refused with \(error.code.rawValue)")
      }
      var log = NaiveLog(owner: context.environment.owner)
      for batch in release.told {
        let refusal = log.apply(batch)
        try context.expect(
          refusal == nil,
          "\(release.name) cannot have been told a batch that is refused with "
            + "\(refusal?.rawValue ?? "nothing")")
      }
      try await compare(repository, with: log, release, place)
      let new = Change.enqueue(
        OutgoingMessage(
          key: MessageKey("k1", MessageID(high: 7, low: 7)), timestamp: 9, body: .text("new")))
      _ = try await repository.apply([new])
      log.apply([new])
      try await compare(repository, with: log, release, place)
      await repository.close()
      // It is up to date from now on.
      let again = try await place.open()
      try await compare(again, with: log, release, place)
      await again.close()
      context.count("files of earlier releases")
    }
  }

  /// A file of a later release is refused, and left as it is.
  static func laterRelease(_ context: CheckContext) async throws {
    let subject = try released(context)
    let release = try subject.laterRelease()
    try write(release, to: context.environment)
    do {
      let repository = try await subject.repository(in: context.environment)
      await repository.close()
      throw Violation("a file of a later release was opened, expected newer-schema")
    } catch let error as RepositoryError {
      try context.expect(
        "what a file of a later release is refused with", error.code.rawValue,
        is: RepositoryError.Code.newerSchema.rawValue)
    }
    for (name, bytes) in release.files {
      let left = try? Data(contentsOf: context.environment.file(name))
      try context.expect(
        left.map(Array.init) == bytes,
        "\(name), which a later release wrote, was changed by a refusal")
    }
  }

  private static func released(_ context: CheckContext) throws -> any ReleasedSubject {
    guard let subject = context.subject as? any ReleasedSubject else {
      throw Violation("the subject declares `releases` and brings no files of them")
    }
    return subject
  }

  private static func write(
    _ release: StoredRelease, to environment: ConformanceEnvironment
  ) throws {
    for (name, bytes) in release.files { try Data(bytes).write(to: environment.file(name)) }
  }

  private static func compare(
    _ repository: any MessageRepository, with log: NaiveLog, _ release: StoredRelease,
    _ context: CheckContext
  ) async throws {
    let able = context.subject.capabilities
    let chats = log.story.chats.keys.sorted().map { Optional($0) }
    for chat in [nil] + chats {
      let query = Query(.outbox, in: chat, limit: Limits.page)
      let (found, wanted) = (
        try await repository.read(query).lines(able), log.read(query).lines(able)
      )
      guard found != wanted else { continue }
      // Leave out the lines that are equal.
      let missing = wanted.filter { !found.contains($0) }
      let others = found.filter { !wanted.contains($0) }
      throw Violation(
        "what is unsent in a file of \(release.name) is not what that release was told",
        comparison: Comparison(
          expected: missing.isEmpty ? wanted : missing, actual: others.isEmpty ? found : others))
    }
  }
}
