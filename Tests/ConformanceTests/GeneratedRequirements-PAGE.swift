// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `PAGE Reading page by page` {
  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-001 An older page ends right below its cursor`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-001")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-002 Arrivals between two pages disturb neither`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-002")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-003 A page may end between messages of one moment`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-003")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-004 A cursor outlives its row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-004")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-005 The last page is marked as the last`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-005")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-006 A newer page starts right above its cursor`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-006")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-007 A page around a message has both sides`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-007")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-008 A page around a missing message is the newest page`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-008")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-009 A window holds both of its ends`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-009")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-010 A limit outside its bounds is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-010")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-011 A cursor belongs to its conversation`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-011")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-012 All pages together are the conversation`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-012")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-013 A page of a thread holds the thread alone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-013")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-014 Each page of a thread includes its root`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-014")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-015 A thread starts at its root`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-015")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-016 A page without replies is full`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-016")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-017 A thread name has a limit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-017")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-018 After any history the pages of threads are right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-018")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-019 A page without replies summarises its threads`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-019")
  }
}
