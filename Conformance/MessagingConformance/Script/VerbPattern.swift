/// What an argument has to look like; the capital words of a usage line.
enum VerbPlaceholder: String, CaseIterable {
  case reference = "REF"
  case client = "CLIENT"
  case remote = "REMOTE"
  case placed = "REMOTE@TIME"
  case dependent = "DEPENDENT"
  case conversation = "CONVERSATION"
  case number = "N"
  case text = "\"TEXT\""
  case kind = "KIND"
  case name = "NAME"
  case code = "CODE"
  case path = "PATH"
  case token = "TOKEN"
  case verb = "VERB"
  case time = "@TIME"

  /// For the grammar page.
  var summary: String {
    switch self {
    case .reference: "a message: `c1`, `s7` or `s7=c1`, with or without `@time`"
    case .client: "a message made here: `c1`"
    case .remote: "a message from the network: `s7`, or `s7=c1` if it carries our id"
    case .placed: "a message from the network and its time in ms: `s7@10`, `s7@10/12`"
    case .dependent: "an edit, delete or reaction that waits for its message: `d1`"
    case .conversation: "a conversation: `k1`"
    case .number: "a number, 0 or more"
    case .text: "a JSON string"
    case .kind: "`photo` `audio` `file` `payment` `system` `text` or `unknown:poll`"
    case .name: "a participant: `me`, `ann`, `bob`"
    case .code: "an error code: one word"
    case .path: "a path relative to the store's own folder"
    case .token: "an opaque token: one word"
    case .verb: "a verb of this page"
    case .time: "a time in ms: `@10`; `@10/12` if server time and timestamp differ"
    }
  }

  /// Whether an argument can stand here.
  func accepts(_ argument: ScriptArgument) -> Bool {
    switch argument {
    case .reference(let reference): accepts(reference)
    case .string: self == .text
    case .time: self == .time
    case .pair: false
    case .word(let word): acceptsWord(word)
    }
  }

  private func accepts(_ reference: ScriptReference) -> Bool {
    switch self {
    case .reference: true
    case .client: reference.client != nil && reference.remote == nil
    case .remote: reference.remote != nil
    case .placed: reference.remote != nil && reference.time != nil
    case .dependent, .conversation, .number, .text, .kind, .verb, .time: false
    case .name, .code, .path, .token: reference.time == nil
    }
  }

  private func acceptsWord(_ word: String) -> Bool {
    switch self {
    case .reference, .client, .remote, .placed, .text, .time: false
    case .dependent: isNumbered(word, "d")
    case .conversation: isNumbered(word, "k")
    case .number: Int(word).map { $0 >= 0 } ?? false
    case .kind: VerbPlaceholder.kinds.contains(word) || word.hasPrefix("unknown:")
    case .verb: Verb(rawValue: word) != nil
    case .name, .code, .path, .token: !word.isEmpty
    }
  }

  private static let kinds = ["text", "photo", "audio", "file", "payment", "system"]

  private func isNumbered(_ word: String, _ letter: Character) -> Bool {
    word.first == letter && Int(word.dropFirst()) != nil
  }
}

/// The shape of a line, read from its usage: `ack CLIENT REMOTE@TIME`.
///
/// In a usage, capital words are placeholders, small words stand for themselves, `|` separates
/// alternatives, square brackets are optional, and `…` repeats everything before it.
struct VerbPattern: Sendable {
  /// One position: any of several placeholders or words.
  struct Slot: Sendable {
    let alternatives: [String]

    func accepts(_ argument: ScriptArgument) -> Bool {
      alternatives.contains { alternative in
        if let placeholder = VerbPlaceholder(rawValue: alternative) {
          return placeholder.accepts(argument)
        }
        return argument == .word(alternative)
      }
    }
  }

  /// The line as written on the grammar page.
  let usage: String
  private(set) var positional: [(slot: Slot, isOptional: Bool)] = []
  private(set) var repeats = false
  private(set) var keys: [String: (slot: Slot, isOptional: Bool)] = [:]
  private(set) var flags: Set<String> = []
  private(set) var takesTime = false

  init(_ usage: String) {
    self.usage = usage
    for word in usage.split(separator: " ").dropFirst() {
      let isOptional = word.hasPrefix("[")
      add(isOptional ? word.dropFirst().dropLast() : word, isOptional: isOptional)
    }
  }

  private mutating func add(_ word: Substring, isOptional: Bool) {
    let placeholder = VerbPlaceholder(rawValue: String(word))
    if word == "…" {
      repeats = true
    } else if placeholder == .time {
      takesTime = true
    } else if let equals = word.firstIndex(of: "=") {
      let slot = Slot(word[word.index(after: equals)...])
      keys[String(word[..<equals])] = (slot, isOptional)
    } else if isOptional, placeholder == nil, !word.contains("|") {
      flags.insert(String(word))
    } else {
      positional.append((Slot(word), isOptional))
    }
  }
}

extension VerbPattern.Slot {
  init(_ text: Substring) {
    alternatives = text.split(separator: "|").map(String.init)
  }
}

extension VerbPattern {
  /// Says why arguments do not fit, or `nil` if they do.
  func mismatch(_ arguments: [ScriptArgument]) -> String? {
    var places: [ScriptArgument] = []
    var given: Set<String> = []
    for argument in arguments {
      switch argument {
      case .pair(let key, let value):
        guard given.insert(key).inserted else { return "'\(key)=' is given twice" }
        if let reason = mismatch(key: key, value: value) { return reason }
      case .time where takesTime:
        guard given.insert("@").inserted else { return "the time is given twice" }
      case .word(let word) where flags.contains(word):
        guard given.insert(word).inserted else { return "'\(word)' is given twice" }
      case .word, .string, .reference, .time: places.append(argument)
      }
    }
    for (key, entry) in keys.sorted(by: { $0.key < $1.key })
    where !entry.isOptional && !given.contains(key) {
      return "'\(key)=' is missing"
    }
    return mismatch(positional: places)
  }

  private func mismatch(key: String, value: String) -> String? {
    guard let entry = keys[key] else {
      let known = keys.keys.sorted() + ["in"]
      guard key == "in" else { return Diagnostic.unknown("key", key, known: known) }
      return VerbPlaceholder.conversation.accepts(.word(value)) ? nil : "'in=' wants a conversation"
    }
    let argument = ScriptReference(value).map(ScriptArgument.reference) ?? .word(value)
    let wanted = entry.slot.alternatives.joined(separator: "|")
    return entry.slot.accepts(argument) ? nil : "'\(key)=' wants \(wanted), not '\(value)'"
  }

  private func mismatch(positional arguments: [ScriptArgument]) -> String? {
    var rest = arguments[...]
    repeat {
      for (slot, isOptional) in positional {
        if let argument = rest.first, slot.accepts(argument) {
          rest.removeFirst()
        } else if !isOptional {
          let wanted = slot.alternatives.joined(separator: "|")
          return rest.first.map { "'\($0)' stands where \(wanted) is wanted" }
            ?? "\(wanted) is missing"
        }
      }
    } while repeats && !rest.isEmpty && rest.first.map(positional[0].slot.accepts) == true
    return rest.first.map { "'\($0)' is one too many" }
  }
}
