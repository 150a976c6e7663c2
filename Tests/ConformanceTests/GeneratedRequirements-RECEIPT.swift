// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `RECEIPT Who has read what` {
  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-001 A receipt covers everything below it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-001")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-002 Nobody unreads`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-002")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-003 Delivery goes forward only`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-003")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-004 A reader is named once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-004")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-005 A receipt among known messages counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-005")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-006 Unread is what others wrote above the marker`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-006")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-007 The read marker does not go back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-007")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-008 Clearing the history reads nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-008")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-009 With a gap the count is a lower bound`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-009")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-010 Sending is not reading`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-010")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-011 A deletion is counted once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-011")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-012 Reading a deleted message counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-012")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-013 Reading is local first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-013")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-014 What the server knows is not told again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-014")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-015 What another device said need not be said again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-015")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-016 The newest reading is the one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-016")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-017 Clearing a history keeps what is to be told`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-017")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-018 Reading what was removed counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-018")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-019 Whoever asks for the unsent hears of readings`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-019")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-020 Reading what was taken back counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-020")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-021 A receipt is for a message, wherever that lies`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-021")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-022 A moment at another place loses no receipt`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-022")
  }
}
