// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SEND-3 Sending` {
  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-106 What another process may have sent is retracted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-106")
  }
}
