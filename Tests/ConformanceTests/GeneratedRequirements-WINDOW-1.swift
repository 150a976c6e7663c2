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
  func `WINDOW-005 Nothing is read past the start`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-005")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-006 A page without rows is not read again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-006")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-007 After a failure it waits, longer each time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-007")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-008 Two pages of rows are loaded ahead`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-008")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-009 Two pages of points are loaded ahead`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-009")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-010 With two pages ahead nothing is read`(
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
  func `WINDOW-014 Arrivals beyond the window stay out`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-014")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-015 News during a read leads to another read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-015")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-016 Rows over the cap are evicted on the far side`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-016")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-017 Near rows stay`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-017")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-018 Rows that the view holds stay`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-018")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-019 Unsent messages stay`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-019")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-020 After eviction above there is more above`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-020")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-021 After eviction below there is more below`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-021")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-022 Evicted rows come back page by page`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-022")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-023 Evicted rows do not come back by themselves`(
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
  func `WINDOW-025 An overlapping page is joined`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-025")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-026 A page elsewhere replaces the window`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-026")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-027 A jump to the end takes one step`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-027")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-028 A jump to a loaded row reads nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-028")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-029 A jump to a missing message stays here`(
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
  func `WINDOW-031 A jump does not wait behind a page`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-031")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-032 A late answer is ignored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-032")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-033 Reads are counted`(
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
  func `WINDOW-036 Scrolling up shows every message once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-036")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-037 Scrolling up reads each row at most twice`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-037")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-038 An invalid length is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-038")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-039 A report about a row that is not loaded is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-039")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-040 An unordered page is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-040")
  }
}
