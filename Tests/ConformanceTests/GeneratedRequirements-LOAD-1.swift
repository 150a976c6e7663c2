// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `LOAD-1 Files that arrive` {
  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-001 What is visible comes first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-001")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-002 Small pictures come before whole files`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-002")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-003 Only so many at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-003")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-004 One flight per file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-004")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-005 What is here is not asked for`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-005")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-006 What nobody wishes for is given up`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-006")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-007 What somebody wishes for goes on`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-007")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-008 What has come is not asked for again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-008")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-009 A file is whole, or it is a part`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-009")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-010 Each failure waits longer than the one before it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-010")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-011 Waits are not the same for all`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-011")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-012 What a server orders is kept`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-012")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-013 Nothing is on its way without a network`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-013")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-014 Being offline is no failure`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-014")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-015 A refusal is not asked about again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-015")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-016 A person may insist`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-016")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-017 Silence is an end`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-017")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-018 However long it takes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-018")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-019 Our own files are not downloaded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-019")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-020 Signing out ends it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-020")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-021 There is a budget`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-021")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-022 The least recently seen goes first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-022")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-023 What is visible is not removed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-023")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-024 First room, then the file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-024")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-025 Too large is an answer`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-025")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-026 A full disk is a state`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-026")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-027 No more than was said`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-027")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-028 Less than nothing is no size`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-028")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-029 Progress goes in steps`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-029")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-030 In the end everything is here`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-030")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-031 Who is not known asks nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-031")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-032 What is visible does not wait for what is near`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-032")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-033 What is gone is fetched again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-033")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-034 What came counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-034")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-035 Wrong again and again is wrong`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-035")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-036 Nobody knows has an end`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-036")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-037 What is near pushes nobody out`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-037")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-038 A smaller budget is kept, too`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-038")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-039 When it was seen is remembered`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-039")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-040 A part is not the file, however long it is`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-040")
  }
}
