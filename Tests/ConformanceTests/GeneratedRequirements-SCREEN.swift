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
  func `SCREEN-002 A closed store ends it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-002")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-003 Who closes it, ends it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-003")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-004 Who is stopped, stops`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-004")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-005 It follows the store before it reads`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-005")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-006 What is told before it runs is heard`(
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
  func `SCREEN-008 Who begins to follow is told how it stands`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-008")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-009 A list comes back by itself`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-009")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-010 What is on the screen is not read again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-010")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-011 What was committed meanwhile is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-011")
  }

  @Test(arguments: subjectNames(playing: .screens))
  func `SCREEN-012 A list is patient with its store`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCREEN-012")
  }
}
