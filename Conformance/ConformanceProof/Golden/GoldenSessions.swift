internal import MessagingConformance
internal import MessagingModel

// What happens between a server and a device, and what must be seen, worked out on paper.
extension GoldenFixtures {
  static var syncSessions: GoldenFixture {
    GoldenFixture(
      "sync-sessions", .sync, covers: ["SYNC-058"], .paper,
      about: [
        "Days between a server and a device, as scripts of sync blocks (Spec, grammar.md).",
        "Each is played with every family of servers that its first line names, or with all.",
      ], sessions.flatMap { ["", "case \($0.name)"] + $0.lines })
  }

  private static let sessions: [(name: String, lines: [String])] = [
    (
      "limited-around-a-sending-message",
      [
        "do family polled pushed part=2; write s1; online; offline",
        #"do send c1 "mine" @9; write s2 s3 s4"#, "? timeline = s1 c1",
        "? state c1 = sending",
        // The server takes it, the answer is lost, and the echo comes among the two newest.
        "do take c1 s5 unheard; faulty leaves-out; online",
        "? timeline = s1 | s4 s5", "? gaps = s1..s4", "? id s5 = c1", "? state c1 = sent",
        "? outbox = none", "do well; want s4", "? timeline = s1 s2 s3 s4 s5", "? gaps = none",
        "? whole = told",
      ]
    ),
    (
      "own-echo-alone",
      [
        #"do family polled numbered lists; write s1; online; send c1 "mine" @9; take c1 s2"#,
        "? timeline = s1 s2",
        "? id s2 = c1", "? state c1 = sent", "? at = 2", "? unread = 1",
        "do told-again", "? timeline = s1 s2", "? batches = 0", "do dies", "? asked = 2",
        "? timeline = s1 s2", "? whole = told",
      ]
    ),
    (
      "cleared-during-a-page",
      [
        "do family part=1; write s1 s2 s3; online", "? timeline = | s3",
        "do hold-back answers; want s3", "? fetched = s3",
        "do clear-history k1; go-on", "? timeline = none", "? replies = 1:gone",
        // What happens next is stored, and what was there can be fetched.
        "do write s4", "? timeline = | s4", "do want s4", "? fetched = s4",
        "do calm", "? timeline = s1 s2 s3 s4", "? whole = told",
      ]
    ),
    (
      "a-lift",
      [
        "do family polled numbered lists; write s1; online; offline; write s2; hold-back answers",
        "do online; offline; online; offline; online; offline; online", "? asked = 1",
        "? timeline = s1", "do write s3; go-on", "? timeline = s1 s2 s3", "? at = 3",
        "? problems = none", "? whole = told",
      ]
    ),
    (
      "two-devices-read",
      [
        "do write s1 s2 s3 s4; online", "? unread = 4", "do offline; read s2 @50", "? unread = 2",
        "? reading = s2", "do reads s3 by=me; online",
        // The other device has read further: there is nothing to tell.
        "? unread = 1", "? reading = none", "? reports = none", "? known-reading = s3",
        "do read s4 @60", "? reports = s4", "? unread = 0", "? known-reading = s4",
        "do reads s1 by=me", "? unread = 0", "? reading = none", "? whole = told",
      ]
    ),
  ]
}
