public import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The differ of an adapter. Each call sends a request and waits for the answer.
struct CommandDiffer: TimelineDiffing {
  let caller: CommandCaller

  func diff(from old: Timeline, to new: Timeline) -> TimelineDiff {
    let diff = try? caller.ask("diff", for: "diff", DiffForm.self) { writer in
      writer.field("old", TimelineForm(old))
      writer.field("new", TimelineForm(new))
    }.diff
    return diff ?? TimelineDiff(base: old.version, target: new.version)
  }

  func apply(
    _ diff: TimelineDiff, to old: Timeline
  ) throws(TimelineDiffError) -> Timeline {
    try asked("patch", for: "timeline", TimelineForm.self, diff, old).timeline
  }

  func inverse(
    of diff: TimelineDiff, from old: Timeline
  ) throws(TimelineDiffError) -> TimelineDiff {
    try asked("invert", for: "diff", DiffForm.self, diff, old).diff
  }

  private func asked<Answer: CanonicalCodable>(
    _ kind: String, for member: String, _ type: Answer.Type, _ diff: TimelineDiff, _ old: Timeline
  ) throws(TimelineDiffError) -> Answer {
    do {
      return try caller.ask(kind, for: member, type, refusals: DiffRefusal.codes) { writer in
        writer.field("diff", DiffForm(diff))
        writer.field("old", TimelineForm(old))
      }
    } catch {
      let code = (error as? AdapterRefusal).flatMap { TimelineDiffError.Code(rawValue: $0.code) }
      throw TimelineDiffError(code: code ?? .badIndex, context: "no context from the adapter")
    }
  }
}

private enum DiffRefusal {
  static let codes = TimelineDiffError.Code.allCases.map(\.rawValue)
}

extension CommandSubject: DiffSubject {
  public func timelineDiffing() -> any TimelineDiffing {
    CommandDiffer(caller: CommandCaller(self))
  }
}

extension AdapterServer {
  /// Returns the answer of a differ; `nil` if the request is not for one.
  func answerAsDiffer(_ kind: String, _ request: AdapterLine) throws -> Members? {
    guard ["diff", "patch", "invert"].contains(kind), let subject = subject as? any DiffSubject
    else { return nil }
    let differ = subject.timelineDiffing()
    let old = try request.needed("old", of: TimelineForm.self).timeline
    if kind == "diff" {
      let new = try request.needed("new", of: TimelineForm.self).timeline
      let diff = differ.diff(from: old, to: new)
      return { $0.field("diff", DiffForm(diff)) }
    }
    let diff = try request.needed("diff", of: DiffForm.self).diff
    do throws(TimelineDiffError) {
      if kind == "patch" {
        let timeline = try differ.apply(diff, to: old)
        return { $0.field("timeline", TimelineForm(timeline)) }
      }
      let inverse = try differ.inverse(of: diff, from: old)
      return { $0.field("diff", DiffForm(inverse)) }
    } catch {
      throw AdapterRefusal(code: error.code.rawValue, context: error.context)
    }
  }
}
