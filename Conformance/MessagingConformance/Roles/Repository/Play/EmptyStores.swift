internal import MessagingCore
internal import MessagingModel

/// Empty stores of a subject, one after the other: one for each history of a table.
///
/// Where opening takes milliseconds, a table of 720 histories would take seconds. Then only some of
/// them get a store of their own, spread evenly; the others a store that was opened for one of
/// those and has forgotten everything since, which leaves nothing (`REPO-024`). What goes wrong in
/// such a store is done once more in a new one, and what happens there counts: a store that forgets
/// badly is found by the rules about forgetting, not by every table.
struct EmptyStores {
  private let subject: any RepositorySubject
  private let seed: UInt64
  private let count: Int
  private let newCount: Int
  private var number = 0
  private var used: Session?

  /// - Parameters:
  ///   - count: how many histories there are.
  ///   - newMax: how many of them may have a new store, at least one; `nil` for all.
  init(_ subject: any RepositorySubject, seed: UInt64, for count: Int, newMax: Int?) {
    self.subject = subject
    self.seed = seed
    self.count = count
    newCount = max(1, min(count, newMax ?? count))
  }

  /// Whether the next history gets a store of its own, and how many did before it.
  var next: (isNew: Bool, newBefore: Int) {
    (
      (number * newCount) % max(1, count) < newCount,
      (number * newCount + count - 1) / max(1, count)
    )
  }

  /// Does something in an empty store.
  ///
  /// - Parameter body: what is done, with every batch that is accepted noted in the session's
  ///   journal; twice if it goes wrong in a store that had forgotten others.
  mutating func withNext(_ body: (inout Session) async throws -> Void) async throws {
    let isNew = next.isNew
    number += 1
    if !isNew, var session = used {
      used = nil
      do {
        try await body(&session)
        return await keep(session)
      } catch {
        // Once more, in a store that never held anything.
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
