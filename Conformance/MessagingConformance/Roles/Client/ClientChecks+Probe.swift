internal import MessagingCore
internal import MessagingModel

extension ClientChecks {
  /// Sends one message. Whether the client tries again by the clock of its ports is a rule.
  ///
  /// - Returns: why the suite cannot drive the client; `nil` if the message is sent.
  static func trouble(
    of subject: any WholeClientSubject, _ options: RunOptions
  ) async throws -> String? {
    let stage = try await ClientStage(Context(subject, options))
    stage.client.begin()
    try stage.write("mine", as: 1)
    stage.client.advance(3_600_000)
    try stage.check()
    if try await stage.client.stored() == ["mine (sent)"] { return nil }
    return try await DriveProbe.reason(
      stage.client, "client", task: "send a message", time: "in an hour on ports.clock")
  }
}
