internal import MessagingCore
internal import MessagingModel

// What is not done, and when.
extension ClientChecks {
  static func nothingBefore(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    stage.server.say("hello")
    try stage.write("mine", as: 1)
    stage.want(ClientStage.photo)
    stage.client.advance(3_600_000)
    try context.expect("the requests before a run", stage.server.log, is: [])
    try await stage.expect("before a run", stored: "mine (unsent)")
  }

  static func betweenTwoRuns(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    stage.server.say("hello")
    stage.client.begin()
    try await stage.expect("in the first run", stored: "hello")
    stage.client.cancel()
    try stage.expect(endedRuns: 1)
    let before = stage.server.log.count
    stage.say("again")
    try stage.write("mine", as: 1)
    stage.want(ClientStage.photo)
    stage.client.advance(60_000)
    try context.expect("the requests between two runs", stage.server.log.count, is: before)
  }

  static func withoutANetwork(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    stage.client.setOnline(false)
    stage.server.say("hello")
    try stage.write("mine", as: 1)
    stage.want(ClientStage.photo)
    stage.client.begin()
    stage.client.advance(3_600_000)
    try stage.check()
    try context.expect("the requests without a network", stage.server.log, is: [])
    stage.client.setOnline(true)
    try await stage.expect("once there is a network", stored: "hello", "mine (sent)")
    try stage.expect("once there is a network", ClientStage.photo, is: "here")
  }

  static func aPhoto(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    let file = try stage.client.picked("a photo")
    try stage.write(.files([file], kind: .photo), as: 1)
    try context.expect("the files that are kept before the run", stage.client.keptFiles, is: 1)
    stage.client.begin()
    try stage.expect("of a message with a photo", "upload", requests: 1)
    try context.expect("what is uploaded", stage.server.uploads, is: ["a photo"])
    try stage.expect("of a message with a photo", "send", requests: 1)
    try context.expect("what is stored", try await stage.client.stored(), is: ["photo (sent)"])
  }

  static func writtenBeforeTheRun(_ context: Context) async throws {
    for order in 0...60 {
      let stage = try await ClientStage(context, order: order == 0 ? nil : order)
      stage.server.say("hello")
      stage.server.hold([.sending])
      try stage.write("mine", as: 1)
      stage.client.begin()
      try stage.expect("while the message is being sent", "send", requests: 1)
      try stage.expect("while the message is being sent", "news", requests: 0)
      stage.release()
      try await stage.expect("once it is sent", stored: "hello", "mine (sent)")
    }
  }

  static func aMessageThatNeverGoes(_ context: Context) async throws {
    let stage = try await ClientStage(context) { $0.syncing.outboxWait = 2_000 }
    stage.server.say("hello")
    stage.server.hold([.sending])
    try stage.write("mine", as: 1)
    stage.client.begin()
    stage.client.advance(1_999)
    try stage.expect("after 1999 ms", "news", requests: 0)
    stage.client.advance(1)
    try await stage.expect("after 2000 ms", stored: "hello", "mine (unsent)")
  }
}
