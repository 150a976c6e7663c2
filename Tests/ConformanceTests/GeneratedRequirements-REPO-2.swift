// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `REPO-2 What a store keeps and promises` {
  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-041 An error does not quote what people wrote`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-041")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-042 A finished change is not queued again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-042")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-043 A version without files does not lose the files`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-043")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-044 Rebuilding a damaged conversation keeps what is unsent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-044")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-045 A cancelled message is remembered until the server knows`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-045")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-046 The store lists every conversation with unsent work`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-046")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-047 The store lists unsent work that changed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-047")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-048 Every state of an own message, every change`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-048")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-050 A repeated deletion changes nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-050")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-051 The record of attempts is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-051")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-052 A retry starts anew`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-052")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-055 A change that no screen shows notifies nobody`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-055")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-056 Whether the server showed a message is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-056")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-057 Applying a batch twice equals applying it once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-057")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-058 A change that the server may have cannot be cancelled`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-058")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-059 A deletion without a row also counts for a missing message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-059")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-060 The position of a deleted message stays known`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-060")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-061 The index names every conversation`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-061")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-062 The index names what changed after a revision`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-062")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-063 Each conversation comes with its own newest commit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-063")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-064 The index reports that conversations are gone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-064")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-065 A part is not reported as all`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-065")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-066 After any history the index is right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-066")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-067 An answer says up to which commit it is complete`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-067")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-068 Commits arrive in order`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-068")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-069 After any history the store is right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-069")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-070 Files to remove are listed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-070")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-075 A failed write leaves nothing behind`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-075")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-080 What apply returned for survives a loss of power`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-080")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-081 File names survive a loss of power`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-081")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-082 A loss of power leaves the state before or the state after`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-082")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-083 An error of the disk is reported`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-083")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-084 After an error of the disk the store works on`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-084")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-085 Golden histories are read as recorded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-085")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-086 An observer of a conversation is told of that one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-086")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-087 An id names one message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-087")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-088 An observer may leave at any moment`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-088")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-089 What another handle accepted may have left`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-089")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-090 Much of a kind is kept like little of it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-090")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-091 After any history each observer was told`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-091")
  }
}
