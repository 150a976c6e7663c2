import MessagingModel
import Testing

/// What an app gets that sets nothing. A changed default changes every app, so it is changed here,
/// too.
@Suite("Defaults") struct PolicyDefaultsTests {
  private let second: Int64 = 1_000
  private var minute: Int64 { 60 * second }
  private var day: Int64 { 24 * 60 * minute }

  @Test("retries: from one second to one minute, and a day in all") func retries() {
    let policy = RetryPolicy()
    #expect(policy.firstDelay == second)
    #expect(policy.longestDelay == minute)
    #expect(policy.longestOrder == day)
    #expect(policy.ageLimit == day)
    #expect(policy.jitter == 0.2)
    #expect(policy.transientCodes == ["408", "425", "429"])
  }

  @Test("sending: a minute for an answer, two for a sign of life of an upload") func sending() {
    let policy = SendPolicy()
    #expect(policy.requestLimit == minute)
    #expect(policy.uploadLimit == 2 * minute)
    #expect(policy.afterFailure == .block)
    #expect(policy.duringUpload == .wait)
    #expect(policy.retry == RetryPolicy())
  }

  @Test("downloads: four at once, half a gigabyte in all") func downloads() {
    let policy = DownloadPolicy()
    #expect(policy.atOnce == 4)
    #expect(policy.budget == 500_000_000)
    #expect(policy.unknownLimit == 10_000_000)
    #expect(policy.silenceLimit == minute / 2)
    #expect(policy.progressStep == 5)
    #expect(policy.wrongLengths == 3)
    #expect(policy.remembered == 1_000)
    #expect(policy.retry == RetryPolicy())
  }

  @Test("syncing: what no rule of SYNC gives a number for") func syncing() {
    let policy = SyncPolicy()
    #expect(policy.pollWait == minute / 2)
    #expect(policy.bufferLimit == 1_000)
    #expect(policy.patience == 3)
    #expect(policy.streamLimit == 10_000)
    #expect(policy.refusedPause == 15 * minute)
    #expect(policy.typingLimit == 200)
    #expect(policy.seenLimit == 1_000)
    #expect(policy.retry == RetryPolicy())
    let server = SyncServer()
    #expect(server.streams == [.main: .polled] && server.otherStreams == nil)
    #expect(server.historyLimit == 50)
    #expect(!server.absenceMeansDeletion && !server.givesLists && !server.vouchesForKeys)
    #expect(StreamTraits.polled.limit == 100 && StreamTraits.polled.tellsChanges)
  }
}
