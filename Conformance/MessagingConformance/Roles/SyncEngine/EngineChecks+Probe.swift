internal import MessagingCore
internal import MessagingModel

extension EngineChecks {
  /// Lets an engine fetch one message from a server whose first answer fails. An engine that can be
  /// driven tries again when the clock of its ports says so. One family of servers is enough.
  ///
  /// - Returns: why the suite cannot drive the engine; `nil` if it stores the message.
  static func trouble(
    of subject: any SyncEngineSubject, _ options: RunOptions
  ) async throws -> String? {
    var trouble: String?
    for family in SyncFamily.allCases {
      var stage = EngineStage(Context(subject, options))
      do {
        try await stage.play(
          "family \(family)\nfail-next answer transient 503\nwrite s1\nonline\nadvance 1h")
      } catch let error as SubjectError {
        trouble = trouble ?? error.description
        continue
      }
      let newest = Query(.newest, in: ScriptNames.conversation, limit: 1)
      let stored = try await stage.player.world.repository.read(newest)
      if !stored.messages.isEmpty { return nil }
      if trouble == nil {
        trouble = try await DriveProbe.reason(
          stage.engine, "engine", task: "fetch a message after an answer that failed")
      }
    }
    return trouble
  }
}
