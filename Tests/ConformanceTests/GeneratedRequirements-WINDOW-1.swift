// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `WINDOW-1 The range that a screen shows` {
  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-001 The first page fills the view`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-001")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-002 A page fills the view twice`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-002")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-003 The network is asked where the store ends at a gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-003")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-004 One read at a time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-004")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-005 Nothing is asked past the start`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-005")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-006 A page that brought nothing is not read again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-006")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-007 After a failure it waits, and longer each time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-007")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-008 Two pages of rows lie ready`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-008")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-009 Two pages of points lie ready`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-009")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-010 Enough is enough`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-010")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-011 Opening comes first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-011")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-012 Never two rows of one message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-012")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-013 Arrivals do not move the first row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-013")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-014 What arrives beyond the window stays out`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-014")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-015 No news is lost`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-015")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-016 Too many rows go on the far side`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-016")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-017 What is near stays`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-017")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-018 What holds the view stays`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-018")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-019 What is unsent stays`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-019")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-020 Let go above: there is more above`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-020")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-021 Let go below: there is more below`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-021")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-022 What was evicted comes back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-022")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-023 What was evicted does not come back by itself`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-023")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-024 A jump reads both sides of its target`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-024")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-025 A page that overlaps is joined`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-025")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-026 A page elsewhere takes the place of the window`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-026")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-027 To the end at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-027")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-028 What is loaded is shown without a read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-028")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-029 A jump to nowhere stays here`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-029")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-030 No jump is lost`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-030")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-031 A jump does not queue behind a page`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-031")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-032 What nobody waits for is ignored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-032")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-033 It is counted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-033")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-034 Another paging can be compared`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-034")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-035 A comparison changes nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-035")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-036 The way up shows every message once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-036")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-037 The way up is not paid for twice`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-037")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-038 A length that is none is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-038")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-039 A view of rows that are not there is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-039")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-040 A page in disorder is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-040")
  }
}
