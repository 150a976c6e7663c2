// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `DIAG What is measured, and what it says` {
  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-001 The anchor delta is measured over prepends only`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-001")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-002 A quantile is a measured value`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-002")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-003 Both directions count`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-003")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-004 A prepend that could not be compared is not a still one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-004")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-005 Paying back a residual is explained`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-005")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-006 In the middle a residual explains nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-006")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-007 A scroll needs a cause`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-007")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-008 Scrolls per minute are the worst 60 seconds`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-008")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-009 An overlap is two pages in one direction`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-009")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-010 A failed page is not an empty one`(
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
  func `DIAG-013 The delay of an update starts at its oldest commit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-013")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-014 A requested jump is no reset`(
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
  func `DIAG-016 A write back and forth is a snap-back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-016")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-017 Old rows are not arrivals`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-017")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-018 An update of metadata shows nothing else`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-018")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-019 The whole log can be exported`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-019")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-020 For any log the numbers are right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-020")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-021 The counts of updates are summed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-021")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-022 An impossible comparison is not equality`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-022")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-023 The limit itself is within the limit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-023")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-024 Without records a threshold is not measured`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-024")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-025 A log with losses meets nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-025")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-026 One broken line stops`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-026")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-027 A scroll without a cause within 300 ms is delayed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-027")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-028 A delta names its row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-028")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-029 The work for a frame is measured at its 99th percentile`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-029")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-030 An export names the flags that were off`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-030")
  }

  @Test(arguments: subjectNames(playing: .diagnostics))
  func `DIAG-031 An export reports lost records`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "DIAG-031")
  }
}
