// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `REPO-2 What a store keeps and promises` {
  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-042 A change that was sent or given up is not queued again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-042")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-043 A text in between does not lose the files`(
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
  func `REPO-045 What was taken back is remembered until the server knows`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-045")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-046 A store says where something is unsent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-046")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-047 A store says where something unsent changed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-047")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-048 Each state of a message of ours, and each thing that can happen`(
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
  func `REPO-051 What became of attempts is kept`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-051")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-052 Who tries again begins anew`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-052")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-055 What nobody sees is no news`(
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
  func `REPO-057 Whatever is applied twice is applied once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-057")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-058 A change that may be at the server is not forgotten`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-058")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-059 A deletion without a row counts for what is not here`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-059")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-060 Where a deleted message stood is known`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-060")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-061 Every conversation is named`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-061")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-062 What changed after a revision`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-062")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-063 Each with its own newest commit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-063")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-064 That something is gone is told`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-064")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-065 A part is not taken for all`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-065")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-066 Any commits in any conversations`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-066")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-067 It says how far it is complete`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-067")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-068 News does not go back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-068")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-069 All rules together`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-069")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-070 Whose files are to be removed is known`(
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
  func `REPO-080 What was answered survives a loss of power`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-080")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-081 So do the names of its files`(
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
  func `REPO-083 What the disk refuses is told`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-083")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-084 A disk that takes it again is used again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-084")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `REPO-085 What is on record is read as it is on record`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "REPO-085")
  }
}
