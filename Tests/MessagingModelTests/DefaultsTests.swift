import MessagingModel
import Testing

/// The settings that an app gets if it sets none. Times are milliseconds; each is written here as
/// it is in the rules.
@Suite("Settings of an app that sets none") struct DefaultsTests {
  @Test func `sending: a minute for an answer, two without progress, a day until it expires`() {
    let policy = SendPolicy()
    #expect(policy.afterFailure == .block)
    #expect(policy.duringUpload == .wait)
    #expect(policy.requestLimit == 60_000)
    #expect(policy.uploadLimit == 120_000)
    #expect(policy.retry == RetryPolicy())
    let retry = RetryPolicy()
    #expect(retry.firstDelay == 1_000)
    #expect(retry.longestDelay == 60_000)
    #expect(retry.longestOrder == 86_400_000)
    #expect(retry.jitter == 0.2)
    #expect(retry.ageLimit == 86_400_000)
    #expect(retry.transientCodes == ["408", "425", "429"])
  }

  @Test func `syncing: how long it waits, and for how much`() {
    let policy = SyncPolicy()
    #expect(policy.retry == RetryPolicy())
    #expect(policy.requestLimit == 30_000)
    #expect(policy.pollWait == 30_000)
    #expect(policy.pause == 1_000)
    #expect(policy.quickAnswers == 1_000)
    #expect(policy.silenceLimit == 60_000)
    #expect(policy.quietLimit == 900_000)
    #expect(policy.reorderWait == 500)
    #expect(policy.bufferLimit == 1_000)
    #expect(policy.questionsAtOnce == 4)
    #expect(policy.outboxWait == 5_000)
    #expect(policy.maintenanceDelay == 2_000)
    #expect(policy.emptyPages == 10)
    #expect(policy.restarts == 5)
    #expect(policy.patience == 3)
    #expect(policy.streamLimit == 10_000)
    #expect(policy.refusedPause == 900_000)
    #expect(policy.readInterval == 1_000)
    #expect(policy.typingShown == 7_000)
    #expect(policy.typingLimit == 200)
    #expect(policy.typingInterval == 4_000)
    #expect(policy.typingPause == 5_000)
    #expect(policy.seenInterval == 10_000)
    #expect(policy.seenLimit == 1_000)
    #expect(policy.problemLimit == 64)
  }

  @Test func `downloads: four at once, half a gigabyte in all`() {
    let policy = DownloadPolicy()
    #expect(policy.atOnce == 4)
    #expect(policy.budget == 500_000_000)
    #expect(policy.unknownLimit == 10_000_000)
    #expect(policy.silenceLimit == 30_000)
    #expect(policy.progressStep == 5)
    #expect(policy.wrongLengths == 3)
    #expect(policy.remembered == 1_000)
    #expect(policy.retry == RetryPolicy())
  }

  @Test func `a server that declares nothing is polled, and numbers nothing`() {
    let server = SyncServer()
    #expect(server.streams == [.main: .polled])
    #expect(server.otherStreams == nil)
    #expect(server.historyLimit == 50)
    #expect(!server.absenceMeansDeletion && !server.givesLists && !server.vouchesForKeys)
    for arrival in [StreamTraits.Arrival.polled, .numbered, .pushed] {
      let traits = StreamTraits(arrival)
      #expect(traits.arrival == arrival)
      #expect(traits.limit == 100)
      #expect(traits.tellsChanges)
    }
  }
}
