// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SEND-2 Sending` {
  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-042 A deletion says everything`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-042")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-043 Changes of different messages in the order in which they were made`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-043")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-044 Reactions to what is not sent yet`(
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
  func `SEND-047 A change that failed is seen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-047")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-048 An answer waits for what it answers`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-048")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-050 An edit of what is indeterminate`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-050")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-051 Taken back while indeterminate`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-051")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-052 Taken back in the next run`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-052")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-060 An answer to something else is none`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-060")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-061 Whatever happens, the story is told`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-061")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-062 A crash anywhere`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-062")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-063 Every order of what can happen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-063")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-064 An answer that comes twice counts once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-064")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-065 Outages on record`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-065")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-066 Every order of echo, answer and what is said meanwhile`(
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
  func `SEND-071 It comes to rest`(
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
  func `SEND-086 Taken back is never given up`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-086")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-087 Nobody waits for ever`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-087")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-088 A late answer is none`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-088")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-089 A night counts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-089")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-090 An order outlives the process`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-090")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-091 No clock gives up what was not tried`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-091")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-092 A clock that was set is put right`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-092")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-093 Trying again begins anew`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-093")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-094 Days without a network are no age`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-094")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-095 Taken back before anybody looked`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-095")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-096 What may have left is not taken back by forgetting it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-096")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-097 What certainly did not leave can be taken back`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-097")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-098 A gateway that gives up does not know either`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-098")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-099 The last word about a reaction is said once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-099")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-100 What is not wanted any more is not tried again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-100")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-101 What says nothing new is not stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-101")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-102 What may come late is settled before it is replaced`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-102")
  }
}
