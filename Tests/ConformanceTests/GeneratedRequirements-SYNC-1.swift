// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SYNC-1 What a server says reaches the store` {
  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-001 Catching up starts at the stored token`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-001")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-002 The token is stored with what it covers`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-002")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-003 An update after a missing part waits`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-003")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-004 A known update is not stored again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-004")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-005 A missing number is requested after a moment`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-005")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-006 A left-out part is a gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-006")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-007 A gap keeps the token that fills it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-007")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-008 One refused conversation does not stop the others`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-008")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-009 An unknown token loses nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-009")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-010 An answer only moves the token it was asked with`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-010")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-011 The stored token is the server's`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-011")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-012 An unknown conversation is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-012")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-013 Each stream has a token of its own`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-013")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-014 An incomplete answer is continued`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-014")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-015 Each part of a catch-up is stored before the next`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-015")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-016 A request asks for no more than the server gives`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-016")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-017 Answers without progress are requested with a pause`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-017")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-018 A silent connection is replaced`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-018")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-019 Any sign of life counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-019")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-020 After a sleep everything in flight starts anew`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-020")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-021 Each failure waits longer`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-021")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-022 Waits differ between clients`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-022")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-023 The server's wait is kept`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-023")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-024 Signed out by the server: everything is kept, nothing is requested`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-024")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-025 Message ids are trusted in own messages only`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-025")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-026 Message ids are trusted where the server vouches for them`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-026")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-027 An unreadable event blocks nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-027")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-028 An oversized message keeps its place`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-028")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-029 An event of another conversation is left out`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-029")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-030 An answer about another stream is ignored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-030")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-031 Callers share one page in flight`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-031")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-032 A page of a cleared history is not stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-032")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-033 A failed page can be requested again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-033")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-034 A gap that cannot be filled is marked`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-034")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-035 A page of another conversation is ignored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-035")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-036 Pages without messages have a limit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-036")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-037 A page without progress is a failure`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-037")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-038 A page that nobody wants is given up`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-038")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-039 Offline, callers are answered at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-039")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-040 A message missing from a complete page was deleted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-040")
  }
}
