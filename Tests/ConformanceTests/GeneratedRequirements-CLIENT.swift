// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `CLIENT The whole client` {
  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-001 All workers run while the client runs`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-001")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-002 One client runs once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-002")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-003 Closing the store ends the run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-003")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-004 A client can be stopped and run again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-004")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-005 After a sign-out nothing runs`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-005")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-006 A sign-out waits for what is in flight`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-006")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-007 One worker in trouble does not stop the others`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-007")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-008 Policies reach their worker`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-008")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-009 Workers try again by the clock of the ports`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-009")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-010 The composer hears of obstacles`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-010")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-011 What is unsent goes first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-011")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-012 Without a network nothing is requested`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-012")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-013 The worker finds the files of the composer`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-013")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-014 Outside of a run nothing is requested`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-014")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-015 After any history everything is done once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-015")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-016 A client says how far it is`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-016")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-017 A run beside a cancelled one comes next`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-017")
  }

  @Test(arguments: subjectNames(playing: .client))
  func `CLIENT-018 New credentials reach every part`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CLIENT-018")
  }
}
