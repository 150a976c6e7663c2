// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `LOAD-2 Files that arrive` {
  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-041 Back at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-041")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-042 Parts do not block each other`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-042")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-043 If messages do not agree, the server decides`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-043")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-044 What is only near makes room, too`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-044")
  }
}
