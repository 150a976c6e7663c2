internal import MessagingModel

/// The placeholders that several languages use.
enum Words {
  /// The summary of the question about a thread, which several languages use.
  static let threadSummary =
    "How many replies there are in the thread that it began, `3+` if there may be more, and the "
    + "newest."
  static let reference = Placeholder(
    "REF", "a message: `c1`, `s7` or `s7=c1`, with or without `@time`"
  ) { ScriptReference($0) }
  static let client = Placeholder("CLIENT", "a message made here: `c1`") { word in
    ScriptReference(word).flatMap { $0.remote == nil ? $0 : nil }
  }
  static let remote = Placeholder(
    "REMOTE", "a message from the network: `s7`, or `s7=c1` if it carries our id"
  ) { word in ScriptReference(word).flatMap { $0.remote == nil ? nil : $0 } }
  static let placed = Placeholder(
    "REMOTE@TIME", "a message from the network and its time in ms: `s7@10`, `s7@10/12`"
  ) { ScriptReference($0).flatMap(PlacedReference.init) }
  static let dependent = Placeholder(
    "DEPENDENT", "an edit, delete or reaction that waits for its message: `d1`"
  ) { $0.numbered("d").map { ScriptNames.dependent("d\($0)") } }
  static let conversation = Placeholder("CONVERSATION", "a conversation: `k1`") { word in
    word.numbered("k").map { ConversationID("k\($0)") }
  }
  static let number = Placeholder("N", "a number, 0 or more") { word in
    Int(word).flatMap { $0 >= 0 ? $0 : nil }
  }
  static let text = Placeholder.quoted("\"TEXT\"", "a JSON string")
  static let kind = Placeholder(
    "KIND", "`photo` `audio` `file` `payment` `system` `text` or `unknown:poll`"
  ) { word in
    let kinds = ["text", "photo", "audio", "file", "payment", "system"]
    return kinds.contains(word) || word.hasPrefix("unknown:") ? word : nil
  }
  static let name = Placeholder("NAME", "a participant: `me`, `ann`, `bob`") { word in
    word.allSatisfy { $0.isLetter || $0.isNumber } && !word.isEmpty ? ParticipantID(word) : nil
  }
  static let code = Placeholder("CODE", "an error code: one word") { $0.plain }
  static let path = Placeholder("PATH", "a path relative to the store's own folder") { word in
    word.split(separator: ",").allSatisfy { RelativePath(String($0)) != nil } ? word.plain : nil
  }
  static let token = Placeholder("TOKEN", "an opaque token: one word") { $0.plain }
  static let time = Placeholder(
    "@TIME",
    "a time: `@10` in ms, `@10/12` if server time and timestamp differ, or as the clocks of UTC "
      + "say `@10:00`, `@10:00:30`, `@2T10:00` two days later"
  ) { word in word.hasPrefix("@") ? ScriptTime(word.dropFirst()) : nil }
  /// A duration, in milliseconds.
  static let duration = Placeholder("T", "how long: `250ms` `5s` `2m` `13h` `3d`") { word in
    milliseconds(word)
  }
  static let length = Placeholder(
    "LENGTH", "a length in points: `40` `12.5` `-20`; `nan` and `inf`, for bad input"
  ) { Double($0) }

  private static func milliseconds(_ text: String) -> Int64? {
    let units: [(String, Int64)] = [
      ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let number = Int64(text.dropLast(unit.count)), number >= 0 else { continue }
      let (milliseconds, isTooLong) = number.multipliedReportingOverflow(by: factor)
      return isTooLong ? nil : milliseconds
    }
    return nil
  }
}

/// A message from the network, with its position.
struct PlacedReference: Hashable, Sendable {
  let reference: ScriptReference
  let remote: Int
  let position: ServerPosition

  /// `nil` if the reference has no remote id or no time.
  init?(_ reference: ScriptReference) {
    guard let remote = reference.remote, let time = reference.time else { return nil }
    self.reference = reference
    self.remote = remote
    position = ScriptNames.position(remote, time)
  }
}

extension String {
  /// The number after a letter: 7 in `k7`.
  fileprivate func numbered(_ letter: Character) -> Int? {
    guard first == letter, dropFirst().utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(dropFirst())
  }

  /// The word itself; `nil` if it is empty or contains a time.
  fileprivate var plain: String? { isEmpty || contains("@") ? nil : self }
}
