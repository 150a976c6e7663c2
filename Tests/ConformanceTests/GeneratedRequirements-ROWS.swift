// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `ROWS From a snapshot to rows` {
  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-001 Rows are in the order of positions`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-001")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-002 What waits to be sent is last`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-002")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-003 How the rows came does not matter`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-003")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-004 A row keeps its id`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-004")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-005 Of two messages with one id the newer is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-005")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-006 Nothing new is nothing new`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-006")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-007 Anything new is a greater version`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-007")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-008 All of the message is in its row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-008")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-009 A question is shown with its answer, wherever it is`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-009")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-010 A quote says what the question says now`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-010")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-011 One separator above the first message of each day`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-011")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-012 A separator is named by its day`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-012")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-013 Days are those of the reader's clock`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-013")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-014 Days do not go back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-014")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-015 A run is what one person said without a break`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-015")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-016 A newcomer regroups its neighbours`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-016")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-017 The divider is above the first unread message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-017")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-018 The divider stays while the conversation is open`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-018")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-019 No divider where the first unread message is not in sight`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-019")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-020 A reader is named once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-020")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-021 Who read what has no row is named on the one above`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-021")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-022 Readers are named in one order`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-022")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-023 What is missing has a row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-023")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-024 A marker stays while its gap is filled from above`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-024")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-025 The beginning is shown when it is proven`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-025")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-026 Who writes is shown once, last`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-026")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-027 Nobody writes in the middle of history`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-027")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-028 A spinner goes with its page`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-028")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-029 Links are found once, and counted in bytes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-029")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-030 Lines of the service are known as such`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-030")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-031 Rows know whether they reach the end`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-031")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-032 A deleted message shows nothing of what it was`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-032")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-033 Threads are where they are shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-033")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-034 All of it at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-034")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-040 Of several gaps the newest is marked`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-040")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-041 Who is hidden has no rows`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-041")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-042 Who is hidden is not said to write`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-042")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-043 Nobody is said to write in a thread`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-043")
  }
}
