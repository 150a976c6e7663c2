// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SEND-2 Sending` {
  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-042 A deletion replaces everything that waits`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-042")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-043 Edits of different messages keep their order`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-043")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-044 Reactions to an unsent message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-044")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-045 Local changes survive a restart`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-045")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-046 Local changes share the fate of their message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-046")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-047 A failed change is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-047")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-048 A reply waits for its target`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-048")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-050 An edit of an indeterminate message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-050")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-051 Cancelled while indeterminate`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-051")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-052 Cancelled in the next run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-052")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-060 An answer to another request is ignored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-060")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-061 After any history the server has the right conversation`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-061")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-062 A crash at any step`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-062")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-063 Any order of completions`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-063")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-064 A repeated answer counts once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-064")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-065 Recorded outages`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-065")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-066 Any order of echo, answer and changes`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-066")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-070 Of several edits the last one is shown`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-070")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-071 Work that needs no waiting comes to an end`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-071")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-085 A server that fails may recover`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-085")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-086 A retraction is never given up`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-086")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-087 A request has a time limit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-087")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-088 A late answer is ignored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-088")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-089 Time without a process counts towards the age`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-089")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-090 A wait that the server ordered outlives the process`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-090")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-091 Age alone fails nothing before an attempt`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-091")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-092 A wrong stored time is corrected`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-092")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-093 A retry starts a new age`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-093")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-094 Time without a network is not age`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-094")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-095 Cancelled before the sender looked`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-095")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-096 A change that may have left cannot be cancelled`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-096")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-097 A change that certainly did not leave can be cancelled`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-097")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-098 A gateway timeout is indeterminate`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-098")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-099 Of several changes of a reaction the last one is sent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-099")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-100 Work that is gone from the store is not retried`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-100")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-101 Only news about attempts is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-101")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-102 A change that may be at the server is settled before it is replaced`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-102")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-103 Waits differ between devices`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-103")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-104 What is written is sent at once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-104")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-105 A working capability of a sender is declared`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-105")
  }
}
