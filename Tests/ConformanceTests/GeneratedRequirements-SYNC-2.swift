// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SYNC-2 What a server says reaches the store` {
  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-041 The newest page is read again two seconds after opening`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-041")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-042 Without changes in answers, the screen is read again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-042")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-043 Unsent messages go first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-043")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-044 After signing out nothing is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-044")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-045 A request has a time limit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-045")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-046 One request per stream at a time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-046")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-047 A batch that the store did not take is stored later`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-047")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-048 A part that the store refuses becomes a gap`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-048")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-049 A filled gap is not requested again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-049")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-050 An empty answer has a token, too`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-050")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-051 A hint leads to a request`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-051")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-052 A server that went back is noticed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-052")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-053 Buffered updates are bounded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-053")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-054 The order of lists is the server's`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-054")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-055 Problems are shown, and bounded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-055")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-056 Progress is reported`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-056")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-057 Live means that everything is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-057")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-058 In the end the store shows what the server has`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-058")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-059 Changes to older messages in a truncated part are stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-059")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-060 Changes in a page of history are stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-060")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-061 Our own messages are recognised by their keys`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-061")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-062 An unreadable store is not an empty one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-062")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-063 A connection without a catch-up is no success`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-063")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-064 Readings are reported to the server`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-064")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-065 One report per interval, the newest`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-065")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-066 Messages go first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-066")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-067 Nothing is reported before the catch-up`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-067")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-068 A failed report is repeated`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-068")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-069 A refused report is not repeated`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-069")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-070 Typing is shown for a moment`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-070")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-071 A message ends typing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-071")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-072 Without a connection nobody is typing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-072")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-073 Typing is never stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-073")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-074 Own typing is reported rarely, and ends by itself`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-074")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-075 The last time somebody was seen arrives`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-075")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-080 Messages that stay when a history is cleared stand below newer ones`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-080")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-081 The place of a deleted message is not free`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-081")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-082 Endless answers are requested more slowly`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-082")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-083 Few requests are in flight at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-083")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-084 A page is not restarted for ever`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-084")
  }
}
