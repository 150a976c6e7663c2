// Generated from Spec/requirements: `messaging-conformance spec check --write`.
import MessagingConformance
import Testing

@Suite struct `SCROLL-2 Where the reader's eye stays` {
  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-041 After scrolling, another row is read`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-041")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-042 A jump ends where it was asked to`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-042")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-043 The target is held`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-043")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-044 Each event leaves a record`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-044")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-045 A missing target has neighbours`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-045")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-046 Everything anew is not the top`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-046")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-047 Pixels are rounded for the screen alone`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-047")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-048 Back to where one was`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-048")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-050 A row without height is not seen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-050")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-051 A way to the end, from further away`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-051")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-052 Lengths that are none are refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-052")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-053 Everything at once is still one correction`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-053")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-054 One id, one row`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-054")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-055 Indexes that do not fit are refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-055")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-056 A height for a row that is not there is refused`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-056")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-057 What is refused has not happened`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-057")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-058 At rest, the view is full`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-058")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-059 The end that is not loaded is asked for`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-059")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-060 A window that ends early is not followed`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-060")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-061 All of it together`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-061")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-065 Left behind is unseen`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-065")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-066 Without a size nothing is positioned`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-066")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-067 Without a write there is no echo`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-067")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-068 What is paid back is recorded`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-068")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-069 A covered row is released`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-069")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-070 The anchor says where each row lies`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-070")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-071 In sight is what is uncovered`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-071")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-072 The anchor says what the paging window wants to know`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-072")
  }

  @Test(arguments: subjectNames(playing: .scroll))
  func `SCROLL-073 What waits for the finger is told`(
    on subject: String
  ) async throws {
    try await expectConformance(of: subject, to: "SCROLL-073")
  }
}
