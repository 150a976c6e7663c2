public import MessagingModel

/// The numbers that a record is read with. Sums and differences of them cannot overflow; numbers
/// beyond them come from no screen, and are refused.
enum RecordedNumbers {
  /// Milliseconds: some hundred thousand years.
  static let times: ClosedRange<Int64> = 0...(1 << 53)
  static let counts: ClosedRange<Int64> = 0...1_000_000_000
  /// The difference of two distances, each between two offsets.
  static let lengths: ClosedRange<Int64> = -4 * Length.limit.units...4 * Length.limit.units
}

extension CanonicalReader {
  /// Reads an integer, and refuses it beyond a range.
  mutating func integer(in range: ClosedRange<Int64>) throws(CanonicalError) -> Int64 {
    let number = try integer()
    guard range.contains(number) else {
      throw failure("an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func time(_ name: StaticString) throws(CanonicalError) -> Int64 {
    try key(name)
    return try integer(in: RecordedNumbers.times)
  }

  mutating func count(_ name: StaticString) throws(CanonicalError) -> Int {
    try key(name)
    return Int(try integer(in: RecordedNumbers.counts))
  }
}

extension Length: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) { writer.integer(units) }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self.init(units: try reader.integer(in: RecordedNumbers.lengths))
  }
}

extension ListChange: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.flag("prepend", isPrepend)
      writer.field("before", anchorBefore)
      writer.field("after", anchorAfter)
      writer.field("delta", delta)
      writer.field("residual", residual)
      writer.flag("limit", isAtLimit)
      writer.flag("reset", isReset)
      writer.field("wrote", write)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      ListChange(
        isPrepend: try reader.flag("prepend"), anchorBefore: try reader.optional("before"),
        anchorAfter: try reader.optional("after"), delta: try reader.field("delta"),
        residual: try reader.field("residual"), isAtLimit: try reader.flag("limit"),
        isReset: try reader.flag("reset"), write: try reader.optional("wrote"))
    }
  }
}

extension OffsetWrite: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("by", by)
      writer.field("end", distanceFromEnd)
      if let reason { writer.word("reason", reason.word) }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      var write = OffsetWrite(
        nil, by: try reader.field("by"), distanceFromEnd: try reader.field("end"))
      if reader.optionalKey("reason") {
        write.reason = try reader.word(ScrollCommand.Reason.allCases, \.word)
      }
      return write
    }
  }
}

extension UpdateNote: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.word("reason", "\(reason)")
      writer.field("revision", revision)
      writer.field("arrivals", arrivals)
      writer.field("measured", measured)
      writer.field("sent", sent)
      writer.field("replaced", replaced)
      writer.field("misplaced", misplaced)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      try reader.key("reason")
      let reason = try reader.word(TimelineUpdate.Reason.allCases) { "\($0)" }
      return UpdateNote(
        reason, upTo: try reader.field("revision"), arrivals: try reader.count("arrivals"),
        measured: try reader.count("measured"), sent: try reader.count("sent"),
        replaced: try reader.count("replaced"), misplaced: try reader.count("misplaced"))
    }
  }
}
