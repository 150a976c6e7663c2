// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `WINDOW-2 The range that a screen shows` {
  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-041 Events before opening are refused`(
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
  func `WINDOW-043 Of two jumps the later one counts`(
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
  func `WINDOW-045 Pages can be spaced in time`(
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
  func `WINDOW-047 An unchanged gap is not requested again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-047")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-048 At rest the window is a range of the store`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-048")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-055 Eviction on both sides removes the excess only`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-055")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-056 Points reported before a jump do not count after it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-056")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-057 A gap that stays is crossed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-057")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-058 What is written past a gap at the end is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-058")
  }

  @Test(arguments: subjectNames(playing: .window))
  func `WINDOW-059 Whatever happened, both ends can be reached`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "WINDOW-059")
  }
}
