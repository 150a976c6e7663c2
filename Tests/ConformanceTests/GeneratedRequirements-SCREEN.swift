// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SCREEN A whole screen` {
  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-001 One run at a time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-001")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-002 Closing the store ends the run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-002")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-003 Closing the screen ends the run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-003")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-004 Cancelling stops the run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-004")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-005 A screen observes before it reads`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-005")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-006 A conversation opened before the run is open`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-006")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-007 The engine knows what is on a screen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-007")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-008 A new follower receives the present state`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-008")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-009 A list recovers by itself`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-009")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-010 A commit that the page shows causes no read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-010")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-011 A commit during the first reads is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-011")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-012 A list waits longer after each failure`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-012")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-013 A view that comes back goes on`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-013")
  }
}
