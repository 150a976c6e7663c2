internal import MessagingCore
internal import MessagingModel

extension ClientChecks {
  /// Sends one message to a server that is busy at first. A client that can be driven tries again
  /// when the clock of its ports says so.
  ///
  /// - Returns: why the suite cannot drive the client; `nil` if the message is sent.
  static func trouble(
    of subject: any WholeClientSubject, _ options: RunOptions
  ) async throws -> String? {
    let stage = try await ClientStage(Context(subject, options))
    stage.server.fail(.sending, times: 1)
    stage.client.begin()
    try stage.write("mine", as: 1)
    for _ in 1...60 { stage.client.advance(60_000) }
    try stage.check()
    if try await stage.client.stored() == ["mine (sent)"] { return nil }
    return try await DriveProbe.reason(
      stage.client, "client", task: "send a message after an answer that failed")
  }
}
