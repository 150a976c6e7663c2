internal import MessagingModel

extension SendLineParser {
  static func step(_ verb: String, _ words: [String]) throws(ScriptError) -> SendStep {
    switch verb {
    case "policy": return .policy(try policy(words))
    case "server": return try server(words)
    case "hold": return .hold(true)
    case "release": return .hold(false)
    case "uploads": return try uploads(words)
    case "file": return try file(words)
    case "offline": return .online(false)
    case "online": return .online(true)
    case "pause": return .pause(true, words.first.map { ConversationID($0) })
    case "resume": return .pause(false, words.first.map { ConversationID($0) })
    case "advance": return .advance(try duration(words.first ?? ""))
    case "tick": return .tick
    case "crash": return .crash(isArriving: words == ["arriving"])
    case "loose": return .loose
    case "step": return .step(Int(words.first ?? "") ?? 0)
    case "settle-all": return .settle
    case "heal": return .heal
    case "again": return .again(try id(words.first ?? ""))
    case "echo": return .echo(try id(words.first ?? ""), isAnonymous: words.last == "anonymous")
    default: return try store(words)
    }
  }

  private static func policy(_ words: [String]) throws(ScriptError) -> SendPolicy {
    var policy = SendPolicy()
    policy.retry.jitter = 0
    for word in words {
      let parts = word.split(separator: "=").map(String.init)
      switch (parts.first, parts.dropFirst().first) {
      case ("skip", nil): policy.afterFailure = .skip
      case ("overtake", nil): policy.duringUpload = .overtake
      case ("age", let age?): policy.retry.ageLimit = try duration(age)
      case ("jitter", let share?): policy.retry.jitter = Double(share) ?? 0
      case ("first", let delay?): policy.retry.firstDelay = try duration(delay)
      case ("longest", let delay?): policy.retry.longestDelay = try duration(delay)
      case (_, _):
        throw ScriptError(
          Diagnostic.unknown(
            "policy", word,
            known: ["skip", "overtake", "age=24h", "jitter=0.5", "first=1s", "longest=60s"]))
      }
    }
    return policy
  }

  private static func server(_ all: [String]) throws(ScriptError) -> SendStep {
    let isStanding = all.first == "always"
    let words = Array(all.dropFirst(isStanding ? 1 : 0))
    let mood: ScriptedServer.Mood
    switch (words.first, words.dropFirst().first) {
    case ("answers", nil): mood = .answer
    case ("loses-answer", nil): mood = .loseAnswer
    case ("loses-request", nil): mood = .loseRequest
    case ("refuses", let code?): mood = .refuse(ExactString(code))
    case ("busy", nil): mood = .busy(retryAfter: nil)
    case ("busy", let after?): mood = .busy(retryAfter: try duration(String(after.dropFirst(6))))
    case ("code", let code?): mood = .unclassified(ExactString(code))
    case ("answers-another", nil): mood = .answerAnother
    case ("answers-taken-name", nil): mood = .answerTakenName
    case (_, _):
      throw ScriptError(
        Diagnostic.unknown(
          "mood", words.joined(separator: " "),
          known: [
            "answers", "loses-answer", "loses-request", "refuses CODE", "busy", "busy after=5s",
            "code CODE", "answers-another", "answers-taken-name",
          ]))
    }
    return .server(mood, isStanding: isStanding)
  }

  private static func uploads(_ all: [String]) throws(ScriptError) -> SendStep {
    let isStanding = all.first == "always"
    let words = Array(all.dropFirst(isStanding ? 1 : 0))
    switch (words.first, words.dropFirst().first) {
    case ("answer", nil): return .uploads(.answer, isStanding: isStanding)
    case ("stall", nil): return .uploads(.stall, isStanding: isStanding)
    case ("go-on", nil): return .resumeUploads
    case ("refuse", let code?):
      let error = SendError(.permanent, code: ExactString(code))
      return .uploads(.fail(error), isStanding: isStanding)
    case ("fail", let code?):
      let error = SendError(.transient, code: ExactString(code))
      return .uploads(.fail(error), isStanding: isStanding)
    case ("percents", _?): return .percents(words.dropFirst().compactMap { Int($0) })
    case (_, _):
      throw ScriptError(
        Diagnostic.unknown(
          "mood", words.joined(separator: " "),
          known: ["answer", "stall", "go-on", "refuse CODE", "fail CODE", "percents 10 20"]))
    }
  }

  private static func file(_ words: [String]) throws(ScriptError) -> SendStep {
    guard words.count == 2, let path = RelativePath(words[0]) else {
      throw ScriptError("write: file photos/a.jpg missing, or size=0")
    }
    if words[1] == "missing" { return .file(path, size: nil) }
    guard words[1].hasPrefix("size="), let size = Int(words[1].dropFirst(5)) else {
      throw ScriptError("write: file photos/a.jpg missing, or size=0")
    }
    return .file(path, size: size)
  }

  private static func store(_ words: [String]) throws(ScriptError) -> SendStep {
    var counts = ["reads": 0, "writes": 0]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=").map(String.init)
      guard parts.count == 2, counts[parts[0]] != nil, let count = Int(parts[1]) else {
        throw ScriptError("write: store fails reads=5, or writes=1")
      }
      counts[parts[0]] = count
    }
    guard words.first == "fails" else { throw ScriptError("write: store fails reads=5") }
    return .storeFails(reads: counts["reads"] ?? 0, writes: counts["writes"] ?? 0)
  }

  /// `250ms`, `5s`, `2m`, `13h`, `3d`, in milliseconds.
  private static func duration(_ text: String) throws(ScriptError) -> Int64 {
    let units: [(String, Int64)] = [
      ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      if let number = Int64(text.dropLast(unit.count)), number >= 0 { return number * factor }
    }
    throw ScriptError("'\(text)' is not a time; write 250ms, 5s, 2m, 13h or 3d")
  }
}
