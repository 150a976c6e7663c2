// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `THREAD A thread on a screen` {
  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-001 The root is there at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-001")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-002 What is missing of a thread is asked for at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-002")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-003 Replies come once`(
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
  func `THREAD-008 Own changes pass`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-008")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-009 A thread does not fetch a year`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-009")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-010 Replies that are not shown take no room`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-010")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-011 A thread without its root is still one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-011")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-012 All of it at once, in a thread`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "THREAD-012")
  }

  @Test(arguments: subjectNames(playing: .timeline))
  func `THREAD-013 The row of a root tells of its thread`(
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
}
