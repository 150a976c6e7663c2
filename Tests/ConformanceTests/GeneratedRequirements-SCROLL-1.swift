// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SCROLL-1 Where the reader's eye stays` {
  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-001 The same events, the same picture`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-001")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-002 A command says why`(
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
  func `SCROLL-004 The first row in sight is the anchor`(
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
  func `SCROLL-006 Decorations hold nothing`(
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
  func `SCROLL-009 A long evening on the screen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-009")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-010 What vanishes above takes its height along, and its gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-010")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-011 What grows above is made up for`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-011")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-012 If the anchor goes, its neighbours hold`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-012")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-013 Nobody travels with a row`(
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
  func `SCROLL-015 A first measurement leaves the lower edge`(
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
  func `SCROLL-017 What happens below stays below`(
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
  func `SCROLL-020 What did not fit is owed`(
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
  func `SCROLL-022 The keyboard lifts what is read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-022")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-023 The keyboard comes and goes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-023")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-024 Nothing comes later`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-024")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-025 An animation ends where a step ends`(
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
  func `SCROLL-028 Turning the device keeps the line`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-028")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-029 Followed from near, left from further`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-029")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-030 Who reads is left alone`(
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
  func `SCROLL-032 Who sends sees what they sent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-032")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-033 One positioning, when it opens`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-033")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-034 What arrived unseen is counted`(
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
  func `SCROLL-036 No tug of war`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-036")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-037 Corrections wait for the finger together`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-037")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-038 What waits is dropped when it is no longer true`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-038")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-039 Pulled beyond the end is left there`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-039")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-040 The echo of a write is not a user`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-040")
  }
}
