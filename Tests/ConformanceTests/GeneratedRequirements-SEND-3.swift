// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SEND-3 Sending` {
  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-106 What another process may have sent is retracted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-106")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-107 What waits is counted`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-107")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-108 What holds a conversation up is named`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-108")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-109 The next attempt is announced`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-109")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-110 The last error is named by its code`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-110")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-111 An ordered wait holds for what replaces a change`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-111")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-112 Without credentials nothing is sent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-112")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-113 Time without credentials is not age`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-113")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `SEND-114 A rejection of old credentials stops nothing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SEND-114")
  }
}
