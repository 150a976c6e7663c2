// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `ORDER The one total order` {
  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-001 Server time, then timestamp, then name`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-001")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-002 A message has one position, however it arrives`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-002")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-003 A late message lands at its position`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-003")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-004 The device's clock does not order unsent messages`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-004")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-005 Unsent messages are the tail`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-005")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-006 A message keeps its identity`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-006")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-007 A changed message is not equal to its old value`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-007")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-008 One message is one row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-008")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-009 Echo and acknowledgement may come in either order`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-009")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-010 The newest version wins`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-010")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-011 A copy from the server does not hide an edit on its way`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-011")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-012 Changes to a missing message wait for it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-012")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-013 Waiting changes are bounded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-013")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-014 Every order of events ends alike`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-014")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-015 Changes to a message do not move it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-015")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-016 The server's position counts once it is known`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-016")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-017 Equal texts are not one message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-017")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-018 A page that repeats itself is stored whole`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-018")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-019 The reply target does not depend on the order of arrival`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-019")
  }

  @Test(arguments: subjectNames(playing: .repository))
  func `ORDER-020 A message without an id has the one of its remote id`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "ORDER-020")
  }
}
