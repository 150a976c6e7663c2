// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SYNC-2 What a server says reaches the store` {
  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-041 What is on the screen is read again two seconds after opening`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-041")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-042 Where answers tell no changes, what is visible is read again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-042")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-043 What is unsent goes first`(
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
  func `SYNC-045 Nobody waits for an answer for ever`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-045")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-046 One question about a stream at a time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-046")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-047 What the store did not take is stored later`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-047")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-048 What the store refuses of one conversation is a gap there`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-048")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-049 What is filled is not asked for again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-049")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-050 Nothing new is not the same as never asked`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-050")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-051 A hint is reason enough to ask`(
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
  func `SYNC-053 What waits for a missing number is bounded`(
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
  func `SYNC-056 Progress is counted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-056")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-057 Live means that nothing is left to be told`(
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
  func `SYNC-059 What is said of older messages is kept where something is left out`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-059")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-060 What a page says beside its messages is stored`(
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
  func `SYNC-062 A store that cannot be read is not empty`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-062")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-063 A connection that brought nothing is no success`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-063")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-064 What the owner read is told to the server`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-064")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-065 One report in a while, the newest`(
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
  func `SYNC-068 A report that came to nothing is sent again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-068")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-069 What the server does not want to hear is not repeated`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-069")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-070 Who is typing is shown, for a moment`(
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
  func `SYNC-074 Own typing is told once in a while, and ends by itself`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-074")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-075 The last word of when somebody was seen arrives`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-075")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-080 What stays when a history is cleared stands below what is newer`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-080")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-081 Where a deleted message stood is not free`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-081")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-082 Answers that lead on and on are asked for more slowly`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-082")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-083 Few questions are in flight at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-083")
  }

  @Test(arguments: subjectNames(playing: .syncing))
  func `SYNC-084 A page is not begun anew without end`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SYNC-084")
  }
}
