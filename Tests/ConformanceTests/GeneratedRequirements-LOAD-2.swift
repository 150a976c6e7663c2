// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `LOAD-2 Files that arrive` {
  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-041 With the network back, waiting files are requested`(
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
  func `LOAD-043 If messages disagree on a size, the server decides`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-043")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-044 Near downloads make room for visible files`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-044")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-045 A rejection of old credentials stops nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-045")
  }
}
