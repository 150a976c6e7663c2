public import MessagingModel

// A record is one object. One of its members names the kind of event:
// `{"at":12,"asked":7,"for":"older"}`. Lengths are in 192ths of a point.

extension DiagnosticRecord: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("at", time)
      event.encode(to: &writer)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      let time = try reader.time("at")
      return DiagnosticRecord(try DiagnosticEvent(from: &reader), at: time)
    }
  }
}

extension DiagnosticEvent {
  private static let kinds: [StaticString] = [
    "opened", "scrolled", "held", "wished", "ranOut", "changed", "wrote", "asked", "answered",
    "compared", "committed", "unchanged", "updated", "worked",
    "off",
  ]

  fileprivate func encode(to writer: inout CanonicalWriter) {
    switch self {
    case .opened: writer.flag("opened", true)
    case .scrolled: writer.flag("scrolled", true)
    case .held(let isHeld): writer.field("held", isHeld ? 1 : 0)
    case .wished(let reason): writer.word("wished", reason.word)
    case .ranOut: writer.flag("ranOut", true)
    case .flags(let flags):
      writer.key("off")
      writer.array(RolloutFlag.allCases.filter(flags.off.contains)) { $0.string($1.rawValue) }
    case .changed(let change): writer.field("changed", change)
    case .wrote(let write): writer.field("wrote", write)
    case .worked(let time): writer.field("worked", time)
    case .asked(let page, let purpose):
      writer.field("asked", page)
      writer.word("for", "\(purpose)")
    case .answered(let page, let answer):
      writer.field("answered", page)
      switch answer {
      case .rows(let count): writer.field("rows", count)
      case .failed: writer.flag("failed", true)
      case .cancelled: writer.flag("cancelled", true)
      }
    case .compared(let comparison): writer.word("compared", comparison.word)
    case .committed(let revision, let kinds):
      writer.field("committed", revision)
      writer.field("kinds", kinds.rawValue)
    case .unchanged(let revision): writer.field("unchanged", revision)
    case .updated(let update): writer.field("updated", update)
    }
  }

  fileprivate init(from reader: inout CanonicalReader) throws(CanonicalError) {
    switch try reader.kind(Self.kinds) {
    case 0: self = try reader.truth(.opened)
    case 1: self = try reader.truth(.scrolled)
    case 2: self = .held(try reader.integer() == 1)
    case 3: self = .wished(try reader.word(ScrollCommand.Reason.allCases, \.word))
    case 4: self = try reader.truth(.ranOut)
    case 5: self = .changed(try ListChange(from: &reader))
    case 6: self = .wrote(try OffsetWrite(from: &reader))
    case 7:
      let page = try Int(from: &reader)
      try reader.key("for")
      self = .asked(page: page, try reader.word(WindowRequest.Purpose.allCases) { "\($0)" })
    case 8: self = .answered(page: try Int(from: &reader), try PageAnswer(from: &reader))
    case 9: self = .compared(try reader.word(PageComparison.all, \.word))
    case 10:
      let revision = try Revision(from: &reader)
      self = .committed(revision, ChangeKinds(rawValue: try reader.field("kinds")))
    case 11: self = .unchanged(try Revision(from: &reader))
    case 12: self = .updated(try UpdateNote(from: &reader))
    case 13: self = .worked(microseconds: try Int64(from: &reader))
    default:
      let off = try reader.array { reader throws(CanonicalError) in
        try reader.word(RolloutFlag.allCases, \.rawValue)
      }
      self = .flags(RolloutFlags(off: Set(off)))
    }
  }
}

/// How many records an export does not have, because they were lost (`DIAG-031`).
struct LostRecords: CanonicalCodable {
  let count: Int

  init(_ count: Int) { self.count = count }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { $0.field("lost", count) }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    count = try reader.object { reader throws(CanonicalError) in try reader.field("lost") }
  }
}

extension PageAnswer {
  fileprivate init(from reader: inout CanonicalReader) throws(CanonicalError) {
    switch try reader.kind(["rows", "failed", "cancelled"]) {
    case 0: self = .rows(Int(try reader.integer(in: RecordedNumbers.counts)))
    case 1: self = try reader.truth(.failed)
    default: self = try reader.truth(.cancelled)
    }
  }
}

extension PageComparison {
  fileprivate static let all: [PageComparison] = [.same, .different, .impossible]

  fileprivate var word: String {
    switch self {
    case .same: "same"
    case .different: "different"
    case .impossible: "impossible"
    }
  }
}

extension ScrollCommand.Reason {
  var word: String {
    switch self {
    case .initial: "initial"
    case .follow: "follow"
    case .sent: "sent"
    case .jump: "jump"
    case .end: "end"
    }
  }
}

extension CanonicalWriter {
  mutating func word(_ name: StaticString, _ word: String) {
    key(name)
    string(word)
  }
}

extension CanonicalReader {
  /// Reads `true`, and returns the value that it stands for.
  fileprivate mutating func truth<Value>(_ value: Value) throws(CanonicalError) -> Value {
    guard try boolean() else { throw failure("true") }
    return value
  }

  /// Reads a word, and returns the one of the values that it stands for.
  mutating func word<Value>(
    _ values: [Value], _ word: (Value) -> String
  ) throws(CanonicalError) -> Value {
    let text = try string()
    guard let value = values.first(where: { word($0) == text }) else {
      throw failure("one of: \(values.map(word).joined(separator: " "))")
    }
    return value
  }
}
