// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `THREAD A thread on a screen` {
  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-001 The root is shown at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-001")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-002 Missing replies are requested at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-002")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-003 Replies appear together`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-003")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-004 Replies wait for half a second`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-004")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-005 Replies do not wait for nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-005")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-006 A burst is one update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-006")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-007 A burst without a pause is shown every second`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-007")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-008 Own changes are shown at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-008")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-009 A thread asks the network within bounds`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-009")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-010 Replies without rows take no room`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-010")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-011 A thread without its root stays`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-011")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-012 After any history a thread is right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-012")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-013 The row of a root summarises its thread`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-013")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-014 Replies of hidden people are counted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-014")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-015 A thread keeps a name that lasts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-015")
  }
}
