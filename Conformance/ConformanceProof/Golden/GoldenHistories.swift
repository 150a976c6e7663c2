internal import MessagingConformance
internal import MessagingModel

// The histories: what happens is written here, what must be read comes from the oracle.
extension GoldenFixtures {
  static var seed001: GoldenFixture {
    let messages: [HistoryMove] = [
      .receive("msg1", 36_000_000, 36_000_000, "test1"),
      .receive("msg2", 36_060_000, 36_060_000, "test2"),
      .receive("msg3", 36_030_000, 36_030_000, "test3"),
    ]
    return history(
      "seed-001", covers: ["ORDER-001", "ORDER-003"],
      about: ["A message of 10:00:30 arrives after those of 10:00 and 10:01: it stands between."],
      [
        HistoryFixture.Case("late-message", messages.flatMap { [$0, .expect] }),
        HistoryFixture.Case("any-arrival", isAnyOrder: true, messages + [.expect]),
      ])
  }

  static var equalTimes: GoldenFixture {
    // Shuffled, and with names whose order as numbers, as words and as bytes differs.
    let names: [RemoteID] = ["s9", "s10", "S9", "s", "s\u{E9}", "se\u{301}"]
    let mixed: [HistoryMove] = [
      .receive("s1", 20, 5), .receive("s2", 10, 30), .receive("s3", 10, 20),
      .receive("s4", 20, 5), .receive("s5", 5, 99),
    ]
    return history(
      "equal-times", covers: ["ORDER-001", "ORDER-002"],
      about: ["Messages arrive in each of their orders, six of them in 720, and are read in one."],
      [
        HistoryFixture.Case(
          "six-messages-of-one-moment", isAnyOrder: true,
          names.map { .receive($0, 10, 10) } + [.expect]),
        HistoryFixture.Case(
          "server-time-then-timestamp-then-name", isAnyOrder: true, mixed + [.expect]),
      ])
  }

  static var pages: GoldenFixture {
    let ten = HistoryMove.page(
      (0..<10).map { HistoryMove.message(RemoteID("s\($0 * 7 % 10)"), 10, 10) })
    let runs = HistoryMove.page(
      (0..<9).map { HistoryMove.message(RemoteID("s\(9 - $0)"), Int64($0 / 4), 7) })
    return history(
      "pages", covers: ["PAGE-003", "PAGE-005", "PAGE-012"],
      about: ["Messages of one moment, walked from the newest to the oldest in pages."],
      [1, 3, 5, 9, 10, 11].map { HistoryFixture.Case("ten-by-\($0)", [ten, .walk($0)]) } + [
        HistoryFixture.Case("runs-of-four-by-3", [runs, .expect, .walk(3)])
      ])
  }

  static var pendingToSent: GoldenFixture {
    history(
      "pending-to-sent",
      covers: [
        "ORDER-004", "ORDER-005", "ORDER-008", "ORDER-009", "ORDER-016", "REPO-019", "REPO-038",
        "REPO-039",
      ],
      about: ["What is sent, acknowledged and echoed, in the orders in which that happens."],
      confirmations + neighbours + refusals)
  }

  private static var confirmations: [HistoryFixture.Case] {
    let acknowledged = HistoryMove.acknowledge(1, "s1", 10, 10)
    let echo = HistoryMove.receive("s1", 10, 10, id: 1, by: "me", "c1")
    let plain = HistoryMove.receive("s1", 10, 10, by: "me", "c1")
    let orders: [(String, [HistoryMove])] = [
      ("acknowledged-then-echo", [acknowledged, echo]),
      ("echo-then-acknowledged", [echo, acknowledged]),
      ("acknowledged-then-echo-without-id", [acknowledged, plain]),
      ("echo-without-id-then-acknowledged", [plain, acknowledged]),
      ("echo-without-id-then-echo", [plain, echo]),
      ("everything-twice", [acknowledged, echo, acknowledged, echo, plain]),
    ]
    return orders.map { name, moves in
      HistoryFixture.Case(name, ([.send(1, at: 5)] + moves).flatMap { [$0, .expect] })
    }
  }

  private static var neighbours: [HistoryFixture.Case] {
    [
      HistoryFixture.Case(
        "clock-set-back",
        [
          .send(1, at: 7_200_000), .send(2, at: 3_600_000),
          .receive("s9", 9_000_000, 9_000_000), .expect,
        ]),
      HistoryFixture.Case(
        "second-acknowledged-first",
        [
          .send(1, at: 5), .send(2, at: 6), .acknowledge(2, "s2", 10, 6), .expect,
          .acknowledge(1, "s1", 11, 5), .expect,
        ]),
      HistoryFixture.Case(
        "takes-the-place-of-the-server",
        [
          .send(1, at: 5), .send(2, at: 6), .receive("s5", 20, 20), .expect,
          .acknowledge(1, "s1", 15, 5), .expect,
        ]),
    ]
  }

  private static var refusals: [HistoryFixture.Case] {
    let key = OutboxKey(HistoryMove.key(1))
    let failed = HistoryMove.change(
      .fail(key, FailureReason(code: "too-large", text: "The file is too large.")))
    let echo = HistoryMove.receive("s1", 10, 10, id: 1, by: "me", "c1")
    return [
      HistoryFixture.Case(
        "failed-then-retried",
        [
          .send(1, at: 5), failed, .expect, .change(.retry(key)), .expect,
          .acknowledge(1, "s1", 10, 10), .expect,
        ]),
      HistoryFixture.Case(
        "failed-but-delivered", [.send(1, at: 5), failed, echo, .expect, failed, .expect]),
      HistoryFixture.Case(
        "cancelled-then-echoed",
        [
          .send(1, at: 5), .change(.cancel(key)), .expect, echo, .expect, .send(1, at: 5), .expect,
        ]),
      HistoryFixture.Case(
        "cancelled-too-late", [.send(1, at: 5), echo, .change(.cancel(key)), .expect]),
    ]
  }

  static func history(
    _ name: String, covers: [RequirementID], about comment: [String],
    _ cases: [HistoryFixture.Case]
  ) -> GoldenFixture {
    GoldenFixture(
      name, .history, covers: covers, .naive, about: comment, HistoryFixture(cases: cases).lines)
  }
}
