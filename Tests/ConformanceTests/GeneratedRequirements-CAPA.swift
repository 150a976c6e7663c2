// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `CAPA What a backend says about itself` {
  @Test(arguments: subjectNames(playing: .repository))
  func `CAPA-001 A declared capability works`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CAPA-001")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `CAPA-002 A working capability is declared`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CAPA-002")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `CAPA-003 A new environment is empty`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "CAPA-003")
  }
}
