// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `MEDIA Attachments` {
  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-002 A message waits for its files`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-002")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-003 No local path is sent`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-003")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-004 An interrupted upload starts again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-004")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-005 A refused file fails its message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-005")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-006 A transient failure of an upload is retried`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-006")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-007 Cancelling a message stops its upload`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-007")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-008 A missing file fails its message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-008")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-009 Progress is stored in steps`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-009")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-010 The last caption reaches the server`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-010")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-011 A cancelled message leaves no file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-011")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-012 Without a network an upload waits`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-012")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-013 A retry uploads only what is missing`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-013")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-014 Every state of a photo, every event`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-014")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-020 A file is uploaded once`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-020")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-021 An edit waits for its files`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-021")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-022 Files that an edit adds to a waiting message go with it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-022")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-023 A refused file fails its edit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-023")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-024 Later messages and the files of an edit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-024")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-025 Removing a file from a message stops its upload`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-025")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-026 A message deleted for everybody leaves no file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-026")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-030 A stalled upload is started again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-030")
  }
}
