internal import MessagingModel
internal import MessagingTimeline

/// What an event of a list comes to, as adapters write it.
struct ScrollOutcomeForm: CanonicalCodable {
  let outcome: ScrollOutcome

  init(_ outcome: ScrollOutcome) { self.outcome = outcome }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("command", outcome.command.map(CommandForm.init))
      writer.field("rejection", outcome.rejection.map { ExactString($0.rawValue) })
      writer.flag("needsNewest", outcome.needsNewest)
      writer.flag("approximate", outcome.isApproximate)
      let diagnostics = outcome.diagnostics
      writer.field("anchorBefore", diagnostics.anchorBefore.map(RowNameForm.init))
      writer.field("anchorAfter", diagnostics.anchorAfter.map(RowNameForm.init))
      writer.number("anchorDelta", diagnostics.anchorDelta)
      writer.number("residual", diagnostics.residual)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    outcome = try reader.object { reader throws(CanonicalError) in
      ScrollOutcome(
        command: try reader.optional("command", as: CommandForm.self)?.command,
        rejection: try reader.code("rejection"), needsNewest: try reader.flag("needsNewest"),
        isApproximate: try reader.flag("approximate"),
        diagnostics: ScrollDiagnostics(
          anchorBefore: try reader.optional("anchorBefore", as: RowNameForm.self)?.id,
          anchorAfter: try reader.optional("anchorAfter", as: RowNameForm.self)?.id,
          anchorDelta: try reader.number("anchorDelta"),
          residual: try reader.number("residual")))
    }
  }

  /// What the view has to do.
  private struct CommandForm: CanonicalCodable {
    let command: ScrollCommand

    init(_ command: ScrollCommand) { self.command = command }

    func encode(to writer: inout CanonicalWriter) {
      writer.object { writer in
        switch command {
        case .compensation(let offset, let delta):
          writer.number("compensation", offset)
          writer.number("delta", delta)
        case .programmatic(let offset, let reason):
          writer.number("programmatic", offset)
          writer.word("reason", reason)
        }
      }
    }

    init(from reader: inout CanonicalReader) throws(CanonicalError) {
      command = try reader.object { reader throws(CanonicalError) -> ScrollCommand in
        let isCompensation = try reader.kind(["compensation", "programmatic"]) == 0
        let offset = try NumberForm(from: &reader).value
        return isCompensation
          ? .compensation(offset: offset, delta: try reader.number("delta"))
          : .programmatic(
            offset: offset, reason: try reader.word("reason", of: ScrollCommand.Reason.allCases))
      }
    }
  }
}

extension CanonicalReader {
  /// Reads a member that may be absent and is the code of an error.
  mutating func code<Code: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString
  ) throws(CanonicalError) -> Code? {
    guard optionalKey(name) else { return nil }
    let word = try choice(Code.allCases.map(\.rawValue))
    return Code(rawValue: word)
  }
}
