internal import MessagingCore
internal import MessagingModel

extension Simulation {
  /// Starts or ends a fault.
  mutating func trouble(
    _ kind: SimulationStep.Kind, _ index: Int, _ random: inout SeededRandom
  ) {
    let conversation = random.pick(from: SimulatedPlace.conversations) ?? "k1"
    switch kind {
    case .open:
      place.mark(.opened)
      devices[index].tell(SyncEvent.opened(conversation), &place)
    case .close: devices[index].tell(SyncEvent.closed(conversation), &place)
    case .offline, .days: goOffline(index, kind, &random)
    case .online: devices[index].setOnline(true, &place)
    case .disconnect: devices[index].loseConnection(&place)
    case .hint:
      if place.family.hasLink, devices[index].link != nil {
        place.mark(.hinted)
        devices[index].tell(SyncEvent.hinted(.main), &place)
      }
    case .woken:
      place.mark(.woken)
      devices[index].tell(SyncEvent.woken, &place)
    case .crashInWrite: devices[index].troubles.die(random.chance(1, of: 2) ? .before : .after)
    case .storeFails:
      devices[index].troubles.fail(reads: random.below(3), writes: random.below(3))
    case .setClock:
      let hours = random.number(in: -30...30)
      place.mark(hours < 0 ? .clockBack : .clockSet)
      devices[index].setClock(by: Int64(hours) * 3_600_000, &place)
    case .hold:
      place.mark(.slow)
      devices[index].isHeld = true
    case .release: devices[index].isHeld = false
    case .forgetTokens: place.server.forgetTokens()
    case .refuse:
      place.server.faults.refuses.insert(conversation)
      // A server without numbers reports this in the first answer on a new connection.
      for index in devices.indices { admit(index) }
    case .admit:
      guard !place.server.faults.refuses.isEmpty else { return }
      place.server.faults.refuses = []
      for index in devices.indices { admit(index) }
    case .lateRequest: arrive(&random)
    case .forgetDevice: devices[index].isForgotten = true
    case .signIn: devices[index].signIn(&place)
    case .work, .write, .reply, .edit, .delete, .react, .unreact, .read, .cancel, .cancelChange,
      .retry, .clear, .scroll, .unscroll, .moveOut, .wait, .pass, .crash:
      break
    }
  }

  private mutating func goOffline(
    _ index: Int, _ kind: SimulationStep.Kind, _ random: inout SeededRandom
  ) {
    place.mark(.offline)
    devices[index].setOnline(false, &place)
    guard kind == .days else { return }
    // The time passes for the other devices, too. No request stays in flight for days: a device
    // gives up what is too old (`SEND-029`), and may do the opposite.
    place.late = []
    place.mark(.days)
    pass(Int64(1 + random.below(3)) * 86_400_000)
  }

  /// Delivers a request that was in flight for a long time.
  private mutating func arrive(_ random: inout SeededRandom) {
    guard !place.late.isEmpty else { return }
    let late = place.late.remove(at: random.below(place.late.count))
    place.mark(.requestLate)
    _ = place.server.accept(late.request, from: late.from)
  }
}

extension SimulatedDevice {
  /// Ends the connection, as the server or the network does.
  mutating func loseConnection(_ place: inout SimulatedPlace) {
    guard let ticket = link else { return }
    place.mark(.disconnected)
    dropLine(&place)
    tell(SyncEvent.disconnected(ticket, SyncError(.transient, code: "reset")), &place)
  }

  mutating func signIn(_ place: inout SimulatedPlace) {
    let isNews = isForgotten || sync.status.phase == .needsSignIn
    isForgotten = false
    guard isNews else { return }
    tell(SyncEvent.signedIn, &place)
    tell(SendEvent.signedIn, &place)
  }
}
