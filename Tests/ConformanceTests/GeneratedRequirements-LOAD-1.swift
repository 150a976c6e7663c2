// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `LOAD-1 Files that arrive` {
  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-001 Visible files come first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-001")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-002 Small pictures come before whole files`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-002")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-003 The number of downloads at once is limited`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-003")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-004 One request per file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-004")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-005 A file on the disk is not requested`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-005")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-006 A download that nobody wants is given up`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-006")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-007 A download that one screen still wants goes on`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-007")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-008 An interrupted download is resumed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-008")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-009 A file is complete, or it is a part`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-009")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-010 Each failure waits longer than the one before it`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-010")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-011 Waits differ between clients`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-011")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-012 The server's wait is kept`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-012")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-013 Without a network nothing is in flight`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-013")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-014 Being offline is no failure`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-014")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-015 A refused file is not requested again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-015")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-016 A person may insist`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-016")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-017 A silent download is given up`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-017")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-018 A long download goes on`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-018")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-019 Own files are not downloaded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-019")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-020 Signing out ends downloads`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-020")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-021 All files stay within the budget`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-021")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-022 The least recently seen file goes first`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-022")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-023 A visible file is not removed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-023")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-024 Room is made before the download starts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-024")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-025 A file over the budget is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-025")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-026 A full disk is a state`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-026")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-027 No byte beyond the declared size`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-027")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-028 A negative size is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-028")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-029 Progress goes in steps`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-029")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-030 In the end every wanted file is here`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-030")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-031 Without credentials nothing is requested`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-031")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-032 A visible file does not wait for a near one`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-032")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-033 A vanished file is fetched again`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-033")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-034 Progress resets the waits`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-034")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-035 Repeated wrong lengths end the attempts`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-035")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-036 An unknown size has a limit`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-036")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-037 A near file removes no wanted file`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-037")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-038 A smaller budget is enforced at the start`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-038")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-039 The time of last sight is stored`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-039")
  }

  @Test(arguments: subjectNames(playing: .downloading))
  func `LOAD-040 A full-length part is still a part`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "LOAD-040")
  }
}
