import Testing

@testable import MessagingConformance

@Suite struct LawTests {
  /// What each demand means, as the Spec calls it.
  private static let titles: [LawDemand: String] = [
    .serverOrder: "Server time, then timestamp, then name",
    .unsentOrder: "The device's clock does not order unsent messages",
    .unsentTail: "Unsent messages are the tail",
    .oneRow: "One message is one row",
    .serverPosition: "The server's position counts once it is known",
    .ownConversation: "Conversations do not touch each other",
    .emptyDeletion: "A deleted message has no content",
    .setOfReactions: "Reactions are a set",
    .quotesOfPage: "A page carries what it quotes",
    .separateGaps: "Overlapping gaps are one gap",
    .reportedGaps: "A read does not cross a gap unnoticed",
    .readersOnce: "A reader is named once",
    .unreadCount: "Unread is what others wrote above the marker",
    .firstUnread: "The conversation opens at the first unread message",
    .visibleUpdates: "A commit without a visible change is no update",
    .continuedUpdates: "Each update continues the one before",
    .nothingUnderAFinger: "Nothing changes under a finger, and nothing is lost",
    .screenAtRest: "After any history the screen is right",
    .oneJump: "A jump is one update",
    .readInSight: "Half a second in sight is read",
    .unreadThread: "A thread does not move the read marker",
    .rowOfDestination: "A destination has a row",
    .namedMessage: "A message written on this screen is named once",
    .rootOfThread: "The root is shown at once",
    .threadAtRest: "After any history a thread is right",
    .oneRead: "One read at a time", .readAhead: "Two pages of rows are loaded ahead",
    .readyScreen: "A slow screen gets the last state",
    .changedConversations: "Only changed conversations are read",
    .listAtRest: "After any history the list is right",
    .unknownCommit: "An unknown commit is asked for once",
    .namedCommit: "An update names the commit it shows",
    .oneRequest: "One request at a time in a conversation",
    .networkForSending: "No network is not a failure",
    .credentialsForSending: "Without credentials nothing is sent",
    .orderedWait: "Each wait is longer, and the server's wait is kept",
    .expiry: "A message expires",
    .pausedSending: "Sending can be paused, everywhere or in one conversation",
    .countedOutbox: "What waits is counted",
    .namedObstacle: "What holds a conversation up is named",
    .nextAttempt: "The next attempt is announced",
    .storyOfSending: "After any history the server has the right conversation",
    .deletedFiles: "A message deleted for everybody leaves no file",
    .visibleFirst: "Visible files come first",
    .downloadsAtOnce: "The number of downloads at once is limited",
    .oneDownload: "One request per file",
    .storedFile: "A file on the disk is not requested",
    .resumedPart: "An interrupted download is resumed",
    .wholeFile: "A file is complete, or it is a part",
    .orderedDownloadWait: "The server's wait is kept",
    .refusedFile: "A refused file is not requested again",
    .credentialsForDownloads: "Without credentials nothing is requested",
    .signedOutDownloads: "Signing out ends downloads",
    .networkForDownloads: "Without a network nothing is in flight",
    .downloadBudget: "All files stay within the budget",
    .leastRecentlySeen: "The least recently seen file goes first",
    .visibleFile: "A visible file is not removed",
    .arrivedUpdates: "What has arrived does not wait for a request",
    .sharedPage: "Callers share one page in flight",
    .oneQuestion: "One request per stream at a time",
    .typingOfOthers: "Typing is shown for a moment",
    .ownTyping: "Own typing is reported rarely, and ends by itself",
    .lastSeen: "The last time somebody was seen arrives",
  ]

  @Test(arguments: LawDemand.allCases)
  func `each law names the requirement of the Spec that demands it`(_ demand: LawDemand) throws {
    let id = try #require(RequirementID(demand.rawValue))
    let requirement = try #require(try Spec.bundled()[id])
    #expect(requirement.title == Self.titles[demand])
    #expect(requirement.withdrawn == nil)
    #expect(Law("wrong", of: demand).requirement == id)
  }

  @Test func `a law is told once, where its requirement fails`() throws {
    let results = [
      try Self.case("SEND-005", .fail), try Self.case("SEND-030", .fail, law: "SEND-005"),
      try Self.case("SEND-040", .blocked, message: "SEND-030: it waits"),
      try Self.case("SEND-050", .pass),
    ]
    #expect(
      results.toldOnce().map { "\($0.outcome) \($0.message)" } == [
        "fail wrong", "blocked SEND-005: wrong", "blocked SEND-005: it waits", "pass wrong",
      ])
  }

  @Test func `a law whose requirement is blocked waits for the same root`() throws {
    let results = [
      try Self.case("OPEN-001", .fail), try Self.case("OPEN-008", .blocked, message: "OPEN-001: x"),
      try Self.case("OPEN-030", .fail, law: "OPEN-008"),
    ]
    #expect(results.toldOnce().map(\.message) == ["wrong", "OPEN-001: x", "OPEN-001: wrong"])
  }

  @Test func `a law that is told nowhere else stays where it is broken`() throws {
    let results = [
      try Self.case("SEND-030", .fail, law: "SEND-005"), try Self.case("SEND-005", .pass),
    ]
    #expect(results.toldOnce() == results)
  }

  @Test func `a requirement that also fails by itself keeps its failure`() throws {
    let results = [
      try Self.case("SEND-005", .fail), try Self.case("SEND-030", .fail),
      try Self.case("SEND-030", .fail, law: "SEND-005"),
      try Self.case("SEND-040", .blocked, message: "SEND-030: it waits"),
    ]
    #expect(
      results.toldOnce().map { "\($0.outcome) \($0.message)" } == [
        "fail wrong", "fail wrong", "blocked SEND-005: wrong", "blocked SEND-030: it waits",
      ])
  }

  @Test func `two requirements that wait for each other keep the failure`() throws {
    let results = [
      try Self.case("SEND-104", .fail, law: "SEND-061"),
      try Self.case("SEND-061", .blocked, message: "SEND-104: it waits"),
      try Self.case("SEND-005", .blocked, message: "SEND-104: it waits"),
    ]
    #expect(results.toldOnce() == results)
  }

  private static func `case`(
    _ id: String, _ outcome: Outcome, law: String? = nil, message: String = "wrong"
  ) throws -> CaseResult {
    CaseResult(
      CaseID(subject: "mine", requirement: try #require(RequirementID(id)), slug: "one"),
      level: .must, outcome, message: message, law: law.flatMap { RequirementID($0) })
  }
}
