// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `DRAFT What somebody writes` {
  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-001 The app owns a copy of the file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-001")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-002 Names are relative`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-002")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-003 A draft with a bad file leaves nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-003")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-004 A refusal names the file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-004")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-005 A message that is not stored leaves no file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-005")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-006 The same draft again is the same message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-006")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-007 A cancelled message does not come back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-007")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-008 An empty draft is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-008")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-009 Where nothing can be sent, nothing is accepted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-009")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-010 What was drafted is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-010")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-011 Copies do not replace each other`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-011")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-012 A kept file stays where it is`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-012")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-013 A refused edit changes no file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-013")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-014 An edit says what became of it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-014")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-015 A file that changed is not sent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-015")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-016 A sweep removes what nothing needs`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-016")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-017 Discarding a message removes its files`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-017")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-018 A refusal does not quote`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-018")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-019 In doubt the files stay`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-019")
  }

  @Test(arguments: subjectNames(playing: .composing))
  func `DRAFT-020 Whatever happens, what is named is there`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DRAFT-020")
  }
}
