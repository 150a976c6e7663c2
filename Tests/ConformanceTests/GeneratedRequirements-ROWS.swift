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
  func `ROWS-002 Unsent messages are last`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-002")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-003 The order of rows does not depend on the order of arrival`(
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
  func `ROWS-006 Equal rows keep their version`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-006")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-007 Different rows have a greater version`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-007")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-008 A row holds its whole message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-008")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-009 A reply holds the message it replies to`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-009")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-010 A quote is up to date`(
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
  func `ROWS-012 A separator is identified by its day`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-012")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-013 Days are those of the reader's time zone`(
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
  func `ROWS-015 A run is one person's messages without a break`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-015")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-016 A new message regroups its neighbours`(
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
  func `ROWS-019 No divider while the first unread message is not loaded`(
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
  func `ROWS-021 A reader of a hidden message is named above it`(
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
  func `ROWS-023 A gap has a row`(
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
  func `ROWS-026 The typing row is one, and last`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-026")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-027 No typing row in the middle of history`(
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
  func `ROWS-029 Links are ranges of UTF-8 bytes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-029")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-030 Service lines are marked`(
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
  func `ROWS-032 A deleted message shows nothing else`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-032")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-033 Replies are where threads are shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-033")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-034 After any history the rows are right`(
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
  func `ROWS-041 Hidden people have no rows`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-041")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-042 Hidden people are not shown as typing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-042")
  }

  @Test(arguments: subjectNames(playing: .rows))
  func `ROWS-043 A thread has no typing row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROWS-043")
  }
}
