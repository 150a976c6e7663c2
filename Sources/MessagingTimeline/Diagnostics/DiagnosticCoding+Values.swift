public import MessagingModel

extension Length: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) { writer.integer(units) }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self.init(units: try reader.integer())
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
        reason, upTo: try reader.field("revision"), arrivals: try reader.field("arrivals"),
        measured: try reader.field("measured"), sent: try reader.field("sent"),
        replaced: try reader.field("replaced"), misplaced: try reader.field("misplaced"))
    }
  }
}
