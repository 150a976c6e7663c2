import MessagingModel
import Testing

/// Places on a server that gives lists: the order of the list, whatever its times say.
@Suite("Sync: places from lists") struct ListOrderTests {
  private func message(_ name: RemoteID, _ time: Int64) -> ReceivedMessage {
    ReceivedMessage(
      conversation: "k1",
      position: ServerPosition(
        serverTime: Timestamp(milliseconds: time), timestamp: 1, remoteID: name),
      sender: "ann", body: .text("x"))
  }

  private func place(_ name: RemoteID, _ time: Int64) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: time), timestamp: 1, remoteID: name)
  }

  private func stored(_ places: [ServerPosition], older: Edge = .end) -> Snapshot {
    var snapshot = page(places.map(\.serverTime.milliseconds), older: older)
    for (index, place) in places.enumerated() {
      snapshot.messages[index].position = .confirmed(place)
    }
    return snapshot
  }

  /// What a device stores of an answer, by name and time.
  private func told(
    _ list: [ReceivedMessage], _ start: ConversationPart.Start, above known: [ServerPosition]
  ) throws -> (gap: Gap?, places: [String]) {
    var table = SyncTable { server, _ in server.givesLists = true }
    try table.goOnline([.main: "a"])
    let part = ConversationPart("k1", start, items: list.map(SyncItem.message))
    try table.answer(.of([part], next: "b"))
    table.tell(.read(try table.ticket(\.asRead), stored(known)))
    let changes = try #require(table.changes)
    var gap: Gap?
    var places: [ServerPosition] = []
    for change in changes {
      if case .openGap(_, let opened) = change { gap = opened }
      if case .receive(let message) = change { places.append(message.position) }
      if case .page(let page) = change { places += page.messages.map(\.position) }
    }
    return (gap, places.map { "\($0.remoteID)@\($0.serverTime.milliseconds)" })
  }

  @Test("messages of one time, and of an earlier one, follow each other") func follow() throws {
    let list = [message("z", 100), message("a", 100), message("m", 40), message("b", 900)]
    #expect(
      try told(list, .continues, above: [place("k", 90)]).places == [
        "z@100", "a@101", "m@102", "b@900",
      ])
    #expect(
      try told(list, .continues, above: [place("k", 500)]).places == [
        "z@501", "a@502", "m@503", "b@900",
      ])
  }

  @Test("a limited range leaves room below it; one that names what is known joins it")
  func limited() throws {
    let list = [message("b", 100), message("c", 90)]
    let known = [place("j", 95), place("k", 99)]
    let apart = try told(list, .limited(nil), above: known)
    #expect(apart.places == ["b@60100", "c@60101"])
    #expect(apart.gap == Gap(after: place("k", 99), before: nil))
    let joined = try told([message("j", 1), message("k", 1)] + list, .limited(nil), above: known)
    #expect(joined.places == ["j@95", "k@99", "b@100", "c@101"])
  }

  /// What a device stores of a page that was asked for in a gap.
  private func filled(
    _ list: [ReceivedMessage], in gap: Gap, known: [ServerPosition] = []
  ) throws -> [String]? {
    var table = SyncTable { server, _ in server.givesLists = true }
    try table.goOnline([.main: "a"])
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    let answer = HistoryAnswer(conversation: "k1", messages: list, below: .more("t2"))
    table.tell(.fetched(try table.ticket(\.asFetch), .success(answer)))
    var below = stored(known)
    below.gaps = [gap]
    table.tell(.read(try table.ticket(\.asRead), below))
    guard case .page(let page)? = table.changes?.first else {
      #expect(table.problem(.nonsense)?.code == "no-room")
      return nil
    }
    return page.messages.map { "\($0.position.remoteID)@\($0.position.serverTime.milliseconds)" }
  }

  @Test("a page goes below the upper end of its gap, and keeps times that fit") func fits() throws {
    let gap = Gap(after: place("k", 1_000), before: place("u", 2_000_000), token: "t1")
    let list = [
      message("a", 500), message("b", 700_000), message("c", 900_000), message("d", 800_000),
      message("e", 2_000_000), message("u", 2_000_000),
    ]
    #expect(
      try filled(list, in: gap) == [
        "a@699999", "b@700000", "c@799999", "d@800000", "e@1999999",
      ])
  }

  @Test("a time at the lower end leaves room; without any there is none") func room() throws {
    let gap = Gap(after: place("k", 1_000), before: place("u", 500_000), token: "t1")
    #expect(try filled([message("a", 1_001)], in: gap) == ["a@61000"])
    let narrow = Gap(after: place("k", 1_000), before: place("u", 1_010), token: "t1")
    #expect(try filled([message("a", 1_001)], in: narrow) == ["a@1009"])
    let none = Gap(after: place("k", 1_000), before: place("u", 1_001), token: "t1")
    #expect(try filled([message("a", 1_001)], in: none) == nil)
    let start = Gap(after: nil, before: place("u", 1_010), token: "t1")
    #expect(
      try filled([message("a", 7), message("b", -5), message("c", 5_000)], in: start) == [
        "a@-1", "b@0", "c@1009",
      ])
  }

  @Test("near the lower end each message takes a small part of the room") func many() throws {
    let list = (1...1_000).map { message(RemoteID("m\($0)"), 1_001) }
    let narrow = Gap(after: place("k", 1_000), before: place("u", 2_900), token: "t1")
    let places = try #require(try filled(list, in: narrow))
    #expect(places.first == "m1@1900" && places.last == "m1000@2899")
    let wide = Gap(after: place("k", 1_000), before: place("u", 61_000), token: "t1")
    #expect(try filled(list, in: wide)?.last == "m1000@60994")
  }

  @Test("a page that names what is known below the gap ends there") func touches() throws {
    let gap = Gap(after: place("k", 1_000), before: place("u", 500_000), token: "t1")
    let list = [message("j", 400_000), message("x", 400_000), message("a", 400_000)]
    #expect(
      try filled(list, in: gap, known: [place("j", 900)]) == ["j@900", "x@399999", "a@400000"])
    let known = [message("j", 1), message("k", 1), message("a", 400_000)]
    #expect(
      try filled(known, in: gap, known: [place("j", 900)]) == ["j@900", "k@1000", "a@400000"])
  }

  /// A server that is asked the same question again may give the answer that it gave before.
  @Test(
    "an old answer closes nothing above what it names",
    arguments: [
      ConversationPart.Start.limited("t1"), .begins,
    ])
  func old(start: ConversationPart.Start) throws {
    var table = SyncTable { server, _ in server.givesLists = true }
    try table.goOnline([:])
    let list = [message("i", 90), message("j", 95)]
    let part = ConversationPart("k1", start, items: list.map(SyncItem.message))
    try table.answer(.of([part], next: "b"))
    table.tell(.read(try table.ticket(\.asRead), stored([place("j", 95), place("u", 500)])))
    let changes = try #require(table.changes)
    #expect(!changes.contains { if case .openGap = $0 { true } else { false } })
    guard case .page(let page)? = changes.first else {
      Issue.record("There is no page.")
      return
    }
    #expect(page.reach == .newest)
    #expect(page.messages.map(\.position.remoteID) == ["i", "j"])
    #expect(page.reachesStart == (start == .begins))
    #expect(page.token == (start == .begins ? nil : "t1"))
  }

  @Test("a message that was only taken lies above all that was listed before") func unlisted() {
    let place = ServerPosition.unlisted("r", timestamp: 5, answeredAt: 1_000_000)
    #expect(place.serverTime == 1_600_000)
    #expect(place.timestamp == 5)
    let far = ServerPosition.unlisted(
      "r", timestamp: 5, answeredAt: Timestamp(milliseconds: .max))
    #expect(far.serverTime.milliseconds == (1 << 52) + 600_000)
  }
}
