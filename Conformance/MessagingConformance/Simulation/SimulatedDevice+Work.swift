internal import MessagingCore
internal import MessagingModel

// The work of a device, one thing after the other.
extension SimulatedDevice {
  /// Carries out one action, or delivers one event.
  ///
  /// - Returns: whether there was one.
  mutating func work(
    _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async throws -> Bool {
    listen(&random, &place)
    let doable = effects.indices.filter { canBeDone(effects[$0], place) }
    let letters = isHeld ? 0 : mail.count
    let calls = isHeld || line.isEmpty ? 0 : 1
    guard doable.count + letters + calls > 0 else { return false }
    let choice = random.below(doable.count + letters + calls)
    if choice < doable.count {
      try await perform(effects.remove(at: doable[choice]), &random, &place)
    } else if choice < doable.count + letters {
      open(mail.remove(at: choice - doable.count), &place)
    } else {
      let event = line.removeFirst()
      if case .disconnected = event { dropLine(&place) }
      tell(event, &place)
    }
    return true
  }

  /// Whether it has work that does not only wait for time to pass.
  func hasWork(_ place: SimulatedPlace) -> Bool {
    !mail.isEmpty || !line.isEmpty || effects.contains { canBeDone($0, place) }
      || link.map { _ in place.server.hasUpdates(for: account) } ?? false
  }

  private func canBeDone(_ effect: Effect, _ place: SimulatedPlace) -> Bool {
    guard case .sync(.ask(_, let question), let since) = effect, question.wait > 0 else {
      return true
    }
    // The server keeps the question as long as it may.
    return place.server.hasNews(for: question) || place.now >= since + question.wait
  }

  /// Takes the server's updates from the connection.
  private mutating func listen(_ random: inout SeededRandom, _ place: inout SimulatedPlace) {
    guard link != nil else { return }
    for update in place.server.updates(for: account) {
      guard place.family == .numbered, !place.isCalm else {
        line.append(.updated(update))
        continue
      }
      let isFirst = line.first.map { if case .updated = $0 { false } else { true } } ?? false
      let luck = random.below(10)
      hasLostLast = luck == 0
      switch luck {
      case 0: place.mark(.updateLost)
      case 1:
        place.mark(.updateTwice)
        line += [.updated(update), .updated(update)]
      case 2 where line.count > (isFirst ? 1 : 0):
        place.mark(.updateMixed)
        line.insert(.updated(update), at: isFirst ? 1 : 0)
      default: line.append(.updated(update))
      }
    }
    guard place.family == .numbered, !place.isCalm, let last = place.server.log.last else { return }
    // Updates that a server withholds have numbers, too.
    if place.server.faults.refuses.contains(last.conversation) { hasLostLast = true }
  }

  private mutating func open(_ letter: Mail, _ place: inout SimulatedPlace) {
    switch letter {
    case .send(let event):
      if case .answered(let request, .success) = event {
        place.server.heard(request.key, by: account)
      }
      tell(event, &place)
    case .sync(let event): tell(event, &place)
    }
  }

  private mutating func perform(
    _ effect: Effect, _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async throws {
    switch effect {
    case .announce:
      tell(SendEvent.moved, &place)
      tell(SyncEvent.moved, &place)
    case .send(let action): try await perform(action, &random, &place)
    case .sync(let action, _): try await perform(action, &random, &place)
    }
  }

  /// Reads the store; `nil` if the read failed.
  mutating func read(_ query: Query, _ place: inout SimulatedPlace) async -> Snapshot? {
    do {
      return try await store.read(query)
    } catch {
      if !troubles.isDead { place.mark(.unreadable) }
      return nil
    }
  }

  /// Writes to the store.
  mutating func write(
    _ changes: [Change], _ place: inout SimulatedPlace
  ) async throws(RepositoryError) -> Commit {
    do throws(RepositoryError) {
      let commit = try await store.apply(changes)
      commits.append(commit)
      announce()
      await noticeStore(isVisible: !commit.kinds.isEmpty)
      return commit
    } catch {
      if troubles.isDead {
        place.mark(troubles.hasWritten ? .crashAfterWrite : .crashBeforeWrite)
      } else if error.code == .diskFull {
        place.mark(.unwritable)
      }
      throw error
    }
  }

  private mutating func perform(
    _ action: SendAction, _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async throws {
    switch action {
    case .find(let revision):
      let query = Query(.unsent(since: revision), in: nil, limit: Limits.page)
      let snapshot = await read(query, &place)
      tell(snapshot.map(SendEvent.found) ?? .findFailed, &place)
    case .load(let conversation, let limit):
      let snapshot = await read(Query(.outbox, in: conversation, limit: limit), &place)
      tell(snapshot.map { .loaded(conversation, $0) } ?? .loadFailed(conversation), &place)
    case .commit(let conversation, let changes):
      do throws(RepositoryError) {
        _ = try await write(changes, &place)
        tell(SendEvent.committed(conversation), &place)
      } catch {
        if !troubles.isDead { tell(SendEvent.notCommitted(conversation, error), &place) }
      }
    case .send(let request): send(request, &random, &place)
    case .upload(let key, _): upload(key, &random, &place)
    case .abandon, .abort, .discard: break
    }
  }

  private mutating func perform(
    _ action: SyncAction, _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async throws {
    switch action {
    case .readTokens(let ticket):
      do throws(RepositoryError) {
        tell(SyncEvent.tokens(ticket, try await store.syncTokens()), &place)
      } catch {
        if !troubles.isDead { place.mark(.unreadable) }
        tell(SyncEvent.notRead(ticket, error), &place)
      }
    case .read(let ticket, let query):
      let snapshot = await read(query, &place)
      let failure = RepositoryError(.storage, "simulated")
      tell(snapshot.map { .read(ticket, $0) } ?? .notRead(ticket, failure), &place)
    case .commit(let ticket, let changes):
      do throws(RepositoryError) {
        _ = try await write(changes, &place)
        tell(SyncEvent.committed(ticket), &place)
      } catch {
        if !troubles.isDead { tell(SyncEvent.notCommitted(ticket, error), &place) }
      }
    case .connect(let ticket): connect(ticket, &random, &place)
    case .ask(let ticket, let question): ask(ticket, question, &random, &place)
    case .fetch(let ticket, let question): fetch(ticket, question, &random, &place)
    case .report(let ticket, let reading): report(ticket, reading, &random, &place)
    case .abandon, .disconnect, .reply, .tellTyping: break
    }
  }
}
