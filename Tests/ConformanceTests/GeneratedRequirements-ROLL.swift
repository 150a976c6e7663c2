// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `ROLL Old and new beside each other` {
  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-001 The new behaviour is the default`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-001")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-002 A flag takes effect at the next opening`(
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
  func `ROLL-004 Without the anchor, inserted rows push`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-004")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-005 Without cursors a page starts at a number`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-005")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-006 Equal ids do not make equal pages`(
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
  func `ROLL-008 An impossible comparison is not equality`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-008")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-009 The end of a page is part of it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-009")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-010 For any two pages the verdict is right`(
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
  func `ROLL-012 A comparison does not change the page`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-012")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-013 A page does not fail because of the other way`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-013")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-014 A moving store makes no difference`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-014")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-015 A page number counts what the screen got`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-015")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-016 Only older pages are read both ways`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-016")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-017 Each list counts for itself`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-017")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-018 In the middle, pages are read by cursor`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-018")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-019 For any screen that reads both ways the pages are right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-019")
  }

  @Test(arguments: subjectNames(playing: .rollout))
  func `ROLL-020 The other way does not hide a failure`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ROLL-020")
  }
}
