package import MessagingModel

/// A file that the first release of the example wrote, and one that a later release may write.
package enum JSONReleases {
  /// What the first release was told.
  package static let told: [[Change]] = [
    [
      .receive(
        ReceivedMessage(
          conversation: "k1",
          position: ServerPosition(serverTime: 1, timestamp: 1, remoteID: "s1"), id: nil,
          sender: "ann", body: .text("hello")))
    ],
    [
      outgoing(1, "unsent"), outgoing(2, "failed"), outgoing(3, "sent"),
      .fail(OutboxKey(key(2)), FailureReason(code: "forbidden")),
      .acknowledge(key(3), ServerPosition(serverTime: 2, timestamp: 2, remoteID: "s2")),
      .amend(key(3), id: MessageID(high: 0, low: 9), .react("+")),
    ],
  ]

  /// What the first release wrote then. These bytes never change.
  package static let first = text(of: 1)

  /// The same as a release may write it that is later than this one.
  package static let later = text(of: 3)

  private static func text(of format: Int) -> [UInt8] {
    let rows = #"""
      {"conversation":{"id":"k1","gaps":[{"before":{"server":1,"at":1,"remote":"s1"}}],"unreadFloor":0,\#
      "structure":2,"content":2,"metadata":2}}
      {"message":{"in":"k1","id":"00000000000000000000000000000001","sender":"me","outgoing":true,\#
      "position":{"local":1},"at":5,"body":{"text":"unsent"},"delivery":"sending"}}
      {"message":{"in":"k1","id":"00000000000000000000000000000002","sender":"me","outgoing":true,\#
      "position":{"local":2},"at":5,"body":{"text":"failed"},\#
      "delivery":{"failed":{"code":"forbidden","text":""}}}}
      {"message":{"in":"k1","id":"00000000000000000000000000000003","sender":"me","outgoing":true,\#
      "position":{"server":2,"at":2,"remote":"s2"},"at":2,"body":{"text":"sent"},"delivery":"sent",\#
      "dependents":[{"id":"00000000000000000000000000000009","action":{"react":"+"},"local":4,\#
      "state":"sending"}]}}
      {"message":{"in":"k1","id":"56197f3a229b86238c4462ed8fd8342b","sender":"ann",\#
      "position":{"server":1,"at":1,"remote":"s1"},"at":1,"body":{"text":"hello"},\#
      "version":{"order":0,"id":""},"delivery":"sent"}}
      {"store":{"owner":"me","revision":2,"next":5,"forgotten":0}}

      """#
    return Array("messages-json \(format)\n\(rows)".utf8)
  }

  private static func key(_ number: UInt64) -> MessageKey {
    MessageKey("k1", MessageID(high: 0, low: number))
  }

  private static func outgoing(_ number: UInt64, _ text: ExactString) -> Change {
    .enqueue(OutgoingMessage(key: key(number), timestamp: 5, body: .text(text)))
  }
}
