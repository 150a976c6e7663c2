// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `DIFF From one list of rows to the next` {
  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-001 A diff leads from the old rows to the new ones`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-001")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-002 A row that stays is not removed and inserted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-002")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-003 A changed row is an update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-003")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-004 An unchanged row is not touched`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-004")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-005 A moved and changed row is both`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-005")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-006 From is an old index, to is a new one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-006")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-007 The lists of a diff are sorted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-007")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-008 As few moves as possible`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-008")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-009 Each list names a row once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-009")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-010 The first rows are not new`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-010")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-011 What existed already is not new`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-011")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-012 A message at the end is new`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-012")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-013 Only messages are new`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-013")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-014 A change that leaves the height alone is metadata`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-014")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-015 A change that may change the height is content`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-015")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-016 A change of a neighbour is grouping`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-016")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-017 Every changed aspect is named`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-017")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-018 A diff carries both versions`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-018")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-019 Other rows refuse a diff`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-019")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-020 A diff has an inverse`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-020")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-021 Equal rows give equal diffs`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-021")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-022 Similar ids are different ids`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-022")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-023 Twenty thousand reversed rows`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-023")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-024 After any change the diff is right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-024")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-030 A contradictory diff is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-030")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-031 A working capability is declared`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-031")
  }
}
