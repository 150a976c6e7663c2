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

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-011 Each older page is reported`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-011")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-012 Comparing changes nothing for who reads`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-012")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-013 A page does not fail for the other way`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-013")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-014 What moves between two reads is no difference`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-014")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-015 A number counts what the screen got`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-015")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-016 Only older pages have two ways`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-016")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-017 Each list has its own number`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-017")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-018 In the middle there is no number`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-018")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-019 Any screen of two ways`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-019")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-020 A failure is not hidden by the other way`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-020")
  }
}
