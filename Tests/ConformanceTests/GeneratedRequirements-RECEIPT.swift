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
  func `RECEIPT-002 An older receipt changes nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-002")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-003 The delivery state only goes forward`(
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
  func `RECEIPT-005 A receipt in a batch of known messages counts`(
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
  func `RECEIPT-008 Clearing the history does not mark as read`(
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
  func `RECEIPT-012 A receipt for a removed message counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-012")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-013 A reading counts at once and is kept to be reported`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-013")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-014 A reported reading is not reported again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-014")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-015 A receipt from another device needs no report`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-015")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-016 Reading below the marker changes nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-016")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-017 Clearing the history keeps an unreported reading`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-017")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-018 Reading a removed message counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-018")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-019 The list of unsent work includes readings`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-019")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-020 A receipt for a cancelled message counts later`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-020")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-021 A receipt moves with its message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-021")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `RECEIPT-022 Of two receipts the upper one counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "RECEIPT-022")
  }
}
