// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SCROLL-1 Where the reader's eye stays` {
  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-001 The same events give the same answers`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-001")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-002 A command gives its reason`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-002")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-003 Lengths are rounded once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-003")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-004 The first visible row is the anchor`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-004")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-005 An anchor is kept`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-005")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-006 Decorations are no anchors`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-006")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-007 One command at most, none for nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-007")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-008 An older page moves nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-008")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-009 A hundred pages without drift`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-009")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-010 A deletion above is compensated`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-010")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-011 Growth above is compensated`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-011")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-012 If the anchor is deleted, its neighbours hold`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-012")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-013 The view does not follow a moved row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-013")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-014 A message that grows grows downwards`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-014")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-015 A first measurement keeps the lower edge`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-015")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-016 A header grows upwards`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-016")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-017 A change below moves nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-017")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-018 Estimates are corrected in any order`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-018")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-019 The last row may hold instead`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-019")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-020 A correction that does not fit is owed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-020")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-021 Little content lies still`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-021")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-022 The keyboard lifts the content`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-022")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-023 The keyboard leaves no trace`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-023")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-024 An answer is about its own event`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-024")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-025 An animation ends where a single step ends`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-025")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-026 A short conversation stands at the bottom`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-026")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-027 A banner covers, except at the very top`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-027")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-028 Rotation keeps the line that is read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-028")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-029 The end is followed from near, left from further away`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-029")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-030 A reader is left alone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-030")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-031 A message at the end is followed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-031")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-032 A sender sees the message they sent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-032")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-033 One positioning at opening`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-033")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-034 Unseen arrivals are counted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-034")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-035 Typing is not a message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-035")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-036 No programmatic scroll under a finger`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-036")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-037 Corrections are collected while a finger is down`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-037")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-038 A waiting correction that no longer applies is dropped`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-038")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-039 Overscroll is left alone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-039")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-040 The echo of a write is not the user`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-040")
  }
}
