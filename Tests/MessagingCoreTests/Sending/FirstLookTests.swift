import MessagingModel
import Testing

@testable import MessagingCore

/// When a worker knows what is unsent, and so may tell how it stands.
@Suite("The first look into the outbox") struct FirstLookTests {
  private static let nothing = Snapshot(revision: .zero, messages: [], older: .end, newer: .end)

  @Test("it is over when everything that was found was read") func everyConversation() {
    var look = FirstLook()
    look.note(.online(true), causing: [])
    #expect(!look.isOver)
    look.note(.moved, causing: [.find(since: .zero)])
    #expect(!look.isOver)
    look.note(.found(Self.nothing), causing: [.load("k1", limit: 9), .load("k2", limit: 9)])
    #expect(!look.isOver)
    look.note(.loaded("k1", Self.nothing), causing: [])
    #expect(!look.isOver)
    look.note(.loadFailed("k2"), causing: [])
    #expect(look.isOver)
  }

  /// Else a worker that reads again and again would tell nothing for as long.
  @Test("it stays over during later reads") func laterReads() {
    var look = FirstLook()
    look.note(.moved, causing: [.find(since: .zero)])
    look.note(.findFailed, causing: [])
    #expect(look.isOver)
    look.note(.moved, causing: [.find(since: .zero)])
    #expect(look.isOver)
  }

  @Test("a queue that reads nothing ends it with the first word of the store") func nothingToRead()
  {
    var look = FirstLook()
    look.note(.moved, causing: [])
    #expect(look.isOver)
  }
}
