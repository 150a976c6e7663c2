internal import MessagingCore
internal import MessagingModel

/// Provides empty stores of a subject, one for each history of a table.
///
/// If opening takes milliseconds, a table of 720 histories would take seconds. In that case only
/// some histories, spread evenly, get a new store. The others use a store that was opened for an
/// earlier history and has forgotten everything since, which leaves nothing (`REPO-024`). One that
/// shows anything after that is not used again. A history that fails in such a store runs once more
/// in a new one, and only that result counts. So the rules about forgetting find a store that
/// forgets badly; the tables do not (`Spec/decisions/one-store-for-many-histories.md`).
struct EmptyStores {
  private let subject: any RepositorySubject
  private let seed: UInt64
  private let count: Int
  private let newCount: Int
  private var number = 0
  private var used: Session?

  /// - Parameters:
  ///   - count: the number of histories.
  ///   - newMax: how many of them may have a new store, at least one; `nil` for all.
  init(_ subject: any RepositorySubject, seed: UInt64, for count: Int, newMax: Int?) {
    self.subject = subject
    self.seed = seed
    self.count = count
    newCount = max(1, min(count, newMax ?? count))
  }

  /// Whether the next history gets a new store, and how many histories before it got one.
  var next: (isNew: Bool, newBefore: Int) {
    (
      (number * newCount) % max(1, count) < newCount,
      (number * newCount + count - 1) / max(1, count)
    )
  }

  /// Runs a body in an empty store.
  ///
  /// - Parameter body: notes every accepted batch in the session's journal. It runs a second time
  ///   if it fails in a store that was used before.
  mutating func withNext(_ body: (inout Session) async throws -> Void) async throws {
    let isNew = next.isNew
    number += 1
    if !isNew, var session = used {
      used = nil
      do {
        try await body(&session)
        return await keep(session)
      } catch {
        // Once more, in a new store.
        await session.close()
      }
    }
    var session = Session(subject, seed: seed)
    try await session.open()
    do {
      try await body(&session)
    } catch {
      await session.close()
      throw error
    }
    await keep(session)
  }

  /// Keeps the store for the next history, or closes it.
  private mutating func keep(_ session: Session) async {
    var session = session
    if used == nil, newCount < count, await session.forgetEverything() {
      used = session
    } else {
      await session.close()
    }
  }

  /// Closes what is still open.
  mutating func close() async {
    await used?.close()
    used = nil
  }
}
