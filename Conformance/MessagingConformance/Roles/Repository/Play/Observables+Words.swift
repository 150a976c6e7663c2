internal import MessagingModel

extension ObservedWord {
  /// A message, under any of its names.
  init(_ message: Message) {
    let names = ScriptNames.names(of: message)
    self.init(names[0], or: Array(names.dropFirst()))
  }
}

extension Snapshot {
  /// The messages from oldest to newest, a gap between them as `|`, and what lies past the edges.
  func words(edges: Bool) -> [ObservedWord] {
    var words: [ObservedWord] = []
    for (index, message) in messages.enumerated() {
      if index > 0, hasGap(between: messages[index - 1], and: message) {
        words.append(ObservedWord("|"))
      }
      words.append(ObservedWord(message))
    }
    guard !edges else {
      return [ObservedWord(older.word(end: "[start]"))] + words
        + [ObservedWord(newer.word(end: "[end]"))]
    }
    let below = older.gap == nil || words.isEmpty ? [] : [ObservedWord("|")]
    let above = newer.gap == nil || words.isEmpty ? [] : [ObservedWord("|")]
    return below + words + above
  }

  /// The local sequences of the messages that the server has not taken.
  var localSequences: [Int64] {
    messages.compactMap { message in
      if case .unconfirmed(let sequence) = message.position { sequence } else { nil }
    }
  }

  /// The gaps at both edges and between the messages, each once, in ascending order.
  var allGaps: [Gap] {
    var known: [Gap] = []
    for gap in [older.gap].compactMap(\.self) + gaps + [newer.gap].compactMap(\.self)
    where !known.contains(gap) {
      known.append(gap)
    }
    return known
  }

  private func hasGap(between lower: Message, and upper: Message) -> Bool {
    let areOnlyOurs = !lower.hasEcho && !upper.hasEcho
    return gaps.contains { gap in
      // Before the server's first report nothing is missing between two messages that only the
      // owner has.
      if areOnlyOurs, gap == .everything { return false }
      let beginsBelow = gap.after.map { .confirmed($0) < upper.position } ?? true
      let endsAbove = gap.before.map { lower.position < .confirmed($0) }
      return beginsBelow && (endsAbove ?? (lower.position.confirmed != nil))
    }
  }
}

extension Edge {
  fileprivate func word(end: String) -> String {
    switch self {
    case .more: "[more]"
    case .gap: "[gap]"
    case .end: end
    }
  }

  fileprivate var gap: Gap? {
    if case .gap(let gap) = self { return gap }
    return nil
  }
}

extension Gap {
  /// `start`, or the last known message below.
  var lowerName: String { after?.remoteID.text.string ?? "start" }
  /// `live`, or the first known message above.
  var upperName: String { before?.remoteID.text.string ?? "live" }
}

extension Message {
  /// The origin of its identity: `c1`, or `derived` from the remote id.
  var identity: Observation { identity(of: id) }

  /// The origin of its row's identity.
  func identity(of row: MessageID) -> Observation {
    let derived = remoteID.map { MessageID(derivedFrom: $0, in: conversation) }
    return Observation(derived == row ? "derived" : ScriptNames.name(of: row))
  }
}

extension Observation {
  /// A quoted message, with its text.
  static func quote(_ message: Message?) -> Observation {
    Observation(message.map { [ObservedWord($0)] + $0.body.observedText.words } ?? [])
  }
}

extension Dependent {
  var word: ObservedWord {
    let name = ScriptNames.name(of: id)
    return ObservedWord(name, or: ["\(name):\(state.word)"])
  }
}

extension DeliveryState {
  fileprivate var word: String {
    switch self {
    case .sending: "sending"
    case .failed: "failed"
    case .sent: "sent"
    case .delivered: "delivered"
    case .read: "read"
    }
  }

  var observation: Observation {
    guard case .failed(let reason) = self else { return Observation(word) }
    let code = "failed:\(reason.code)"
    return Observation(word, or: reason.isRetryable ? [code, "\(code):retryable"] : [code])
  }
}

extension SendTrial {
  var observation: Observation {
    let words = [
      mayBeTaken ? "maybe" : nil, isInFlight ? "inflight" : nil,
      since.map { "since:\($0.milliseconds)" },
      notBefore.map { "until:\($0.milliseconds)" },
    ]
    return Observation(words.compactMap(\.self))
  }
}

extension Body {
  var observedText: Observation {
    let text: ExactString
    switch self {
    case .text(let body), .system(let body): text = body
    case .media(let media): text = media.caption
    case .payment(let payment): text = payment.note
    case .unknown(_, let payload): text = payload
    case .redacted: return Observation("redacted")
    }
    return Observation([ObservedWord(.string(text.string))])
  }

  var kindWord: String {
    switch self {
    case .text: "text"
    case .media(let media): media.kind.rawValue
    case .payment: "payment"
    case .system: "system"
    case .redacted: "redacted"
    case .unknown(let kind, _): "unknown:\(kind)"
    }
  }

  var source: Observation {
    switch attachments.first?.source(fileExists: { _ in true }) {
    case .local: Observation("local")
    case .remote: Observation("remote")
    case nil, .some(.none): .nothing
    }
  }
}
