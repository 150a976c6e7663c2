internal import MessagingModel

/// How scripts write the subjects of syncing.
enum SyncNames {
  static func word(_ phase: SyncStatus.Phase) -> String {
    switch phase {
    case .offline: "offline"
    case .connecting: "connecting"
    case .catchingUp: "catching-up"
    case .live: "live"
    case .needsSignIn: "needs-sign-in"
    case .signedOut: "signed-out"
    }
  }

  /// Writes a problem: `refused`, or with its conversation and count: `refused:k1×2`.
  static func word(_ problem: SyncProblem) -> ObservedWord {
    let place = problem.conversation.map { ":\($0)" } ?? ""
    let plain = "\(problem.kind)"
    return ObservedWord(
      plain,
      or: ["\(plain)\(place)", "\(plain)×\(problem.count)", "\(plain)\(place)×\(problem.count)"])
  }

  /// Writes a reply: `1:filled`, or with the number of messages: `1:filled:3`.
  static func word(_ reply: (caller: SyncCaller, outcome: FillOutcome)) -> ObservedWord {
    let number = reply.caller.number
    return switch reply.outcome {
    case .filled(let count): ObservedWord("\(number):filled", or: ["\(number):filled:\(count)"])
    case .alreadyFilled: ObservedWord("\(number):gone")
    case .unavailable: ObservedWord("\(number):unavailable")
    case .failed(let error):
      ObservedWord("\(number):failed", or: ["\(number):failed:\(error.code)"])
    }
  }

  /// Writes a question: `3`, `nothing`, or with its stream: `k2:3`.
  static func word(_ question: SyncQuestion, _ server: SimulatedServer) -> String {
    let number = question.since.map { since in
      server.number(since, of: question.stream).map { "\($0)" } ?? "unknown"
    }
    return stream(question.stream) + (number ?? "nothing")
  }

  /// Writes a question: `s5`, `live`, `newest`, or with its conversation: `k2:s5`.
  static func word(_ question: HistoryQuestion) -> String {
    let place = question.conversation == ScriptNames.conversation ? "" : "\(question.conversation):"
    guard let gap = question.gap else { return place + "newest" }
    return place + (gap.before.map { "\($0.remoteID)" } ?? "live")
  }

  /// Writes a reading: `s5`, or with its conversation: `k2:s5`.
  static func word(_ reading: Reading) -> String {
    let place =
      reading.conversation == ScriptNames.conversation ? "" : "\(reading.conversation):"
    return place + "\(reading.upTo.remoteID)"
  }

  private static func stream(_ stream: StreamID) -> String {
    stream == .main ? "" : "\(stream):"
  }
}
