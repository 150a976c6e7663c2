// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `REPO-2 What a store keeps and promises` {
  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-043 A text in between does not lose the files`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-043")
  }
}
