// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `DIFF From one list of rows to the next` {
  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-001 It leads from the old rows to the new ones`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-001")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-002 What stays does not go and come back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-002")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-003 What looks different is an update`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-003")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-004 Nothing else is touched`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-004")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-005 Moved and different is both`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-005")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-006 From counts in the old list, to in the new one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-006")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-007 Each list is in its order`(
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
  func `DIFF-011 What was there already is not new`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-011")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-012 What arrives at the end is new`(
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
  func `DIFF-014 What leaves the height alone is metadata`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-014")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-015 What may change the height is content`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-015")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-016 A neighbour's doing is grouping`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-016")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-017 All that changed is named`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-017")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-018 It says from where to where`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-018")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-019 It is refused by rows that it was not made for`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-019")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-020 It can be taken back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-020")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-021 The same question has the same answer`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-021")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-022 Half an id is no id`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-022")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-023 A long list is no exception`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-023")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-024 All of it at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-024")
  }

  @Test(arguments: subjectNames(playing: .diff))
  func `DIFF-030 It is refused where it contradicts the rows`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIFF-030")
  }
}
