// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `ROLL Old and new beside each other` {
  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-001 New unless somebody says otherwise`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-001")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-002 A flag counts from the next opening`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-002")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-003 Without identity a sent message is another row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-003")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-004 Without the anchor rows push`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-004")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-005 Without cursors a page begins at a number`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-005")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-006 The same messages are not the same page`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-006")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-007 The first difference is named`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-007")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-008 What could not be compared is not equal`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-008")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-009 Where a page ends is part of it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-009")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-010 Any two pages`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-010")
  }
}
