// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `BAR The watch of a progress bar` {
  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-001 One run at a time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-001")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-002 Closing the store ends the run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-002")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-003 A cancelled run ends`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-003")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-004 Without an observer nothing is read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-004")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-005 A new observer receives the progress at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-005")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-006 A failed read changes nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-006")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-007 Who looks first begins a measure`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-007")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-008 A commit after the first read is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-008")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-009 A watch can be run again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-009")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-010 A store that cannot be read is read again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-010")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-011 A change during a read is read, too`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-011")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-012 After any history observers see the right number`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-012")
  }

  @Test(arguments: subjectNames(playing: .watching))
  func `BAR-013 A bar goes with its run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "BAR-013")
  }
}
