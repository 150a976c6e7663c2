// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `DIAG What is measured, and what it says` {
  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-001 Deltas of prepends are counted alone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-001")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-002 A quantile was measured`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-002")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-003 Up is as bad as down`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-003")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-004 What could not be compared did not stay`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-004")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-005 A debt that is paid back is explained`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-005")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-006 In the middle nothing is owed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-006")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-007 A scroll is an answer`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-007")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-008 A minute is the one that ends now`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-008")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-009 An overlap is two of a kind`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-009")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-010 A page that failed is not empty`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-010")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-011 An opening ends`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-011")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-012 A retry is a second positioning`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-012")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-013 How long a commit waited`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-013")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-014 A wanted jump is no reset`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-014")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-015 Each write counts for its prepend`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-015")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-016 There and back is seen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-016")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-017 What was there is not new`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-017")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-018 Metadata is what is nothing else`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-018")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-019 All of it can be exported`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-019")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-020 Any log, all numbers`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-020")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-021 What updates say is added up`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-021")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-022 Two pages that could not be compared are not the same`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-022")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-023 At the limit is within it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-023")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-024 Nothing recorded is nothing measured`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-024")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-025 Half a log meets nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-025")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-026 One objection is enough`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-026")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-027 A scroll that waited answers nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-027")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-028 A delta belongs to a row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-028")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-029 The frame that came late is the one that is seen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-029")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-030 An export says which flags were off`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-030")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-031 An export says what was lost`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-031")
  }
}
