// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SEND-1 Sending` {
  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-001 An accepted message is shown as sending`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-001")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-002 Everything unsent in the store is sent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-002")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-003 Sending begins with the process`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-003")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-004 Sending starts in all conversations`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-004")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-005 One request at a time in a conversation`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-005")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-006 Messages are sent in the order of acceptance`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-006")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-007 The device's clock does not order`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-007")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-008 Conversations do not wait for each other`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-008")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-009 Nothing overtakes a retry`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-009")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-010 After a permanent failure the policy decides`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-010")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-011 A blocking message can be seen and cancelled`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-011")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-012 Text waits for the photo`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-012")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-013 Changes to sent messages keep their order`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-013")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-015 One key for all attempts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-015")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-016 A lost answer is not a second message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-016")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-017 An answer "I have that already" is a success`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-017")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-018 A crash after the server took it is not a second message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-018")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-019 Echo and acknowledgement in either order`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-019")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-020 Retry pressed three times, sent once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-020")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-021 An inherited message is sent once at a time`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-021")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-022 No network is not a failure`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-022")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-023 Each wait is longer, and the server's wait is kept`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-023")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-024 A permanent failure shows at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-024")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-025 Unknown codes are looked up in a table`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-025")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-026 Failed stays failed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-026")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-027 A retry is a change of the store`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-027")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-028 A failed message has nothing in flight`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-028")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-029 A message expires`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-029")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-030 An impossible message fails without a request`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-030")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-031 Sending can be paused, everywhere or in one conversation`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-031")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-032 A store that cannot take the acknowledgement`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-032")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-033 A store that cannot be read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-033")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-034 Cancelled before it was sent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-034")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-035 Cancelled in flight`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-035")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-036 Cancelled between answer and commit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-036")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-037 An edit of a waiting message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-037")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-038 An edit of a message in flight`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-038")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-039 An edit before the next attempt`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-039")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-040 Editing a failed message retries it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-040")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-041 Many edits, one request`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-041")
  }
}
