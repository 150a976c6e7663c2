// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `KEEP The directory of downloads` {
  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-001 A kept file is whole`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-001")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-002 A part goes on where it is told to`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-002")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-003 Only a part of the right length is kept`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-003")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-004 Each file has a place of its own`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-004")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-005 A closed part takes no bytes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-005")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-006 A removed file is gone, with its part`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-006")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-007 When a file was seen survives`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-007")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-008 A file stays until the new one is whole`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-008")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-009 Files of others are not listed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-009")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-010 A directory that cannot be used says so`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-010")
  }

  @Test(arguments: subjectNames(playing: .keeping))
  func `KEEP-011 After any history the directory holds what it was given`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "KEEP-011")
  }
}
