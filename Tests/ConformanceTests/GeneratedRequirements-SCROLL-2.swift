// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SCROLL-2 Where the reader's eye stays` {
  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-041 Scrolling chooses a new anchor`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-041")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-042 A jump ends where it was requested`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-042")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-043 A jump's target is held`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-043")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-044 Each event leaves a record`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-044")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-045 A jump to a missing row goes to a neighbour`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-045")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-046 A reload does not jump to the top`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-046")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-047 Only the published offset is rounded to pixels`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-047")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-048 A saved position is restored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-048")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-050 A row without height is no anchor`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-050")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-051 A button to the end, from further away`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-051")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-052 An invalid length is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-052")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-053 Several changes at once are one correction`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-053")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-054 Two rows with one id are refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-054")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-055 Indexes that do not fit are refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-055")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-056 A height for an unknown row is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-056")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-057 A refused event changes nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-057")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-058 At rest, the view is full`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-058")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-059 The end is requested when it is not loaded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-059")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-060 An end with newer rows missing is not followed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-060")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-061 After any history the answers are right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-061")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-065 An arrival that is left behind is unseen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-065")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-066 Without a visible area nothing is positioned`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-066")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-067 Without a write there is no echo`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-067")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-068 The paid-back residual is recorded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-068")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-069 A covered row is released`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-069")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-070 The anchor reports the frame of each row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-070")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-071 Visible means uncovered`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-071")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-072 The anchor reports what the paging window needs`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-072")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-073 Waiting corrections are reported`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-073")
  }
}
