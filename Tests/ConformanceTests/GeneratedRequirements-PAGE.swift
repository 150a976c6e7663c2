// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `PAGE Reading page by page` {
  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-001 The page below a cursor ends right below it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-001")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-002 What arrives between two pages disturbs neither`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-002")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-003 A page may end inside one moment`(
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
  func `PAGE-005 The last page says that it is the last`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-005")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-006 Forwards as backwards`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-006")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-007 Around a message lie both sides`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-007")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-008 Around a missing message lies the newest page`(
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
  func `PAGE-014 The root is told with each page of its thread`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-014")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-015 Below the root of a thread nothing is missing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-015")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-016 A page without replies is as long as one with them`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-016")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-017 A thread has the name of a message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-017")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-018 All pages of threads at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-018")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `PAGE-019 A page without replies tells of the threads`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "PAGE-019")
  }
}
