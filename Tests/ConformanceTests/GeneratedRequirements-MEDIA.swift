// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `MEDIA Attachments` {
  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-002 A message goes when its files are there`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-002")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-003 Nothing of this device is on the wire`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-003")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-004 A death during an upload begins it again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-004")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-005 A file that is refused fails its message`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-005")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-006 A failure that passes is tried again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-006")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-007 Who takes a message back stops its upload`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-007")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-008 A file that is not there any more fails its message`(
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
  func `MEDIA-010 A new caption ends up on the server, whenever it was written`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-010")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-011 What was taken back leaves no file`(
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
  func `MEDIA-014 Each state of a photo, and each thing that can happen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-014")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-020 A file is uploaded once, whoever mentions it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-020")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-021 An edit goes when its files are there`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-021")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-022 A file that an edit adds to a waiting message goes with it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-022")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-023 A file that is refused fails its edit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-023")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-024 What comes behind the files of an edit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-024")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-025 Who takes a file out stops its upload`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-025")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-026 What was deleted for everybody leaves no file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-026")
  }

  @Test(arguments: subjectNames(playing: .sending))
  func `MEDIA-030 An upload that stands still is begun again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "MEDIA-030")
  }
}
