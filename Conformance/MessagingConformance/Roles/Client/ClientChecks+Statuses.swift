internal import MessagingCore
internal import MessagingModel

// What a client says of itself.
extension ClientChecks {
  static func onAndOff(_ context: Context) async throws {
    let stage = try await ClientStage(context)
    stage.server.say("hello")
    stage.client.begin()
    try stage.expect("in a run", syncing: .live, downloads: .running)
    stage.client.setOnline(false)
    try stage.expect("without a network", syncing: .offline, downloads: .offline)
    stage.client.setOnline(true)
    try stage.expect("once it is back", syncing: .live, downloads: .running)
    stage.client.cancel()
    try stage.expect("after the run", syncing: .offline, downloads: .offline)
    stage.client.begin()
    try stage.expect("in the next run", syncing: .live, downloads: .running)
  }

  static func signedOut(_ context: Context) async throws {
    for runs in 0...1 {
      let stage = try await ClientStage(context)
      if runs > 0 { stage.client.begin() }
      stage.client.leave()
      try stage.expect(
        "after \(runs) runs and a sign-out", syncing: .signedOut, downloads: .signedOut)
    }
  }
}
