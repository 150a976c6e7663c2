// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `WINDOW-2 The range that a screen shows` {
  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-041 What comes before opening is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-041")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-042 A closed window is quiet`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-042")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-043 The later of two jumps counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-043")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-044 The more urgent read comes first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-044")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-045 Pages can be kept apart in time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-045")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-046 A gap in the middle is filled`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-046")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-047 A gap that stays as it is is not asked for again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-047")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-048 At rest it is a range of the store`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-048")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-055 No more goes than is too much`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-055")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-056 Old points say nothing of new rows`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-056")
  }
}
