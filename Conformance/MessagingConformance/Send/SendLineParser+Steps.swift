internal import MessagingModel

extension SendLineParser {
  static func step(_ verb: String, _ words: [String]) throws(ScriptError) -> SendStep {
    switch verb {
    case "policy": return .policy(try policy(words))
    case "server": return try server(words)
    case "uploads": return try uploads(words)
    case "file": return try file(words)
    case "store": return try store(words)
    default: break
    }
    switch (verb, words.first, words.count) {
    case ("hold", nil, 0): return .hold(true)
    case ("release", nil, 0): return .hold(false)
    case ("offline", nil, 0): return .online(false)
    case ("online", nil, 0): return .online(true)
    case ("tick", nil, 0): return .tick
    case ("loose", nil, 0): return .loose
    case ("settle-all", nil, 0): return .settle
    case ("heal", nil, 0): return .heal
    case ("pause", nil, 0), ("pause", _, 1): return .pause(true, words.first.map(conversation))
    case ("resume", nil, 0), ("resume", _, 1): return .pause(false, words.first.map(conversation))
    case ("advance", let time?, 1): return .advance(try duration(time))
    case ("crash", nil, 0), ("crash", "arriving"?, 1): return .crash(isArriving: words.count == 1)
    case ("step", let number?, 1): return .step(try whole(number))
    case ("again", let name?, 1): return .again(try id(name))
    case ("echo", let name?, 1): return .echo(try id(name), isAnonymous: false)
    case ("echo", let name?, 2) where words[1] == "anonymous":
      return .echo(try id(name), isAnonymous: true)
    case (_, _, _):
      let usages = SendScript.around.words.map(\.usage)
      let known = usages.filter { $0 == verb || $0.hasPrefix("\(verb) ") }
      throw ScriptError("write: \(known.joined(separator: ", or: "))")
    }
  }

  private static func conversation(_ name: String) -> ConversationID { ConversationID(name) }

  /// A whole number from 0 on.
  private static func whole(_ text: String) throws(ScriptError) -> Int {
    guard let number = Int(text), number >= 0 else {
      throw ScriptError("'\(text)' is not a whole number; write one from 0 on")
    }
    return number
  }

  private static func policy(_ words: [String]) throws(ScriptError) -> SendPolicy {
    var policy = SendPolicy.scripted
    for word in words {
      let parts = word.split(separator: "=").map(String.init)
      switch (parts.first, parts.dropFirst().first) {
      case ("skip", nil): policy.afterFailure = .skip
      case ("overtake", nil): policy.duringUpload = .overtake
      case ("age", let age?): policy.retry.ageLimit = try duration(age)
      case ("jitter", let share?): policy.retry.jitter = try self.share(share)
      case ("first", let delay?): policy.retry.firstDelay = try duration(delay)
      case ("longest", let delay?): policy.retry.longestDelay = try duration(delay)
      case ("limit", let limit?): policy.requestLimit = try duration(limit)
      case ("stall", let limit?): policy.uploadLimit = try duration(limit)
      case (_, _):
        throw ScriptError(
          Diagnostic.unknown(
            "policy", word,
            known: [
              "skip", "overtake", "age=24h", "jitter=0.5", "first=1s", "longest=60s", "limit=60s",
              "stall=2m",
            ]))
      }
    }
    return policy
  }

  /// A part of one.
  private static func share(_ text: String) throws(ScriptError) -> Double {
    guard let share = Double(text), (0...1).contains(share) else {
      throw ScriptError("'\(text)' is not a part of one; write 0 to 1, as in jitter=0.5")
    }
    return share
  }

  private static func server(_ all: [String]) throws(ScriptError) -> SendStep {
    let isStanding = all.first == "always"
    let words = Array(all.dropFirst(isStanding ? 1 : 0))
    let mood: ScriptedServer.Mood
    switch (words.first, words.dropFirst().joined(separator: " ").nonEmpty) {
    case ("answers", nil): mood = .answer
    case ("loses-answer", nil): mood = .loseAnswer
    case ("loses-request", nil): mood = .loseRequest
    case ("hangs", nil): mood = .hang(isTaken: false)
    case ("takes-and-hangs", nil): mood = .hang(isTaken: true)
    case ("refuses", let code?): mood = .refuse(try self.code(code))
    case ("busy", nil): mood = .busy(retryAfter: nil)
    case ("busy", let after?) where after.hasPrefix("after="):
      mood = .busy(retryAfter: try duration(String(after.dropFirst("after=".count))))
    case ("code", let code?): mood = .unclassified(try self.code(code))
    case ("answers-another", nil): mood = .answerAnother
    case ("answers-taken-name", nil): mood = .answerTakenName
    case (_, _):
      throw ScriptError(
        Diagnostic.unknown(
          "mood", words.joined(separator: " "),
          known: [
            "answers", "loses-answer", "loses-request", "hangs", "takes-and-hangs", "refuses CODE",
            "busy", "busy after=5s",
            "code CODE", "answers-another", "answers-taken-name",
          ]))
    }
    return .server(mood, isStanding: isStanding)
  }

  private static func uploads(_ all: [String]) throws(ScriptError) -> SendStep {
    let isStanding = all.first == "always"
    let words = Array(all.dropFirst(isStanding ? 1 : 0))
    let rest = Array(words.dropFirst())
    switch (words.first, rest.joined(separator: " ").nonEmpty) {
    case ("answer", nil): return .uploads(.answer, isStanding: isStanding)
    case ("stall", nil): return .uploads(.stall, isStanding: isStanding)
    case ("go-on", nil) where !isStanding: return .resumeUploads
    case ("at", let percent?) where !isStanding: return .percent(try whole(percent))
    case ("refuse", let code?):
      let error = SendError(.permanent, code: try self.code(code))
      return .uploads(.fail(error), isStanding: isStanding)
    case ("fail", let code?):
      let error = SendError(.transient, code: try self.code(code))
      return .uploads(.fail(error), isStanding: isStanding)
    case ("percents", _?) where !isStanding:
      var percents: [Int] = []
      for word in rest { percents.append(try whole(word)) }
      return .percents(percents)
    case (_, _):
      throw ScriptError(
        Diagnostic.unknown(
          "mood", words.joined(separator: " "),
          known: [
            "answer", "stall", "go-on", "at 40", "refuse CODE", "fail CODE", "percents 10 20",
          ]))
    }
  }

  /// What a server calls a failure: one word.
  private static func code(_ text: String) throws(ScriptError) -> ExactString {
    guard !text.contains(" ") else { throw ScriptError("'\(text)' is not one word") }
    return ExactString(text)
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
      guard let number = Int64(text.dropLast(unit.count)), number >= 0 else { continue }
      let (milliseconds, isTooLong) = number.multipliedReportingOverflow(by: factor)
      if !isTooLong { return milliseconds }
    }
    throw ScriptError("'\(text)' is not a time; write 250ms, 5s, 2m, 13h or 3d")
  }
}

extension String {
  /// Itself; `nil` for no text at all.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
