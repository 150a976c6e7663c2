public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// The window of an adapter: each event is a request, which is waited for.
struct CommandWindow: ListWindowing {
  private var instance: CommandInstance
  private(set) var reading: WindowReading

  init(of subject: CommandSubject, _ options: WindowOptions) {
    let (instance, reading) = CommandInstance.new(of: subject) { writer in
      writer.field("window", WindowOptionsForm(options))
    } read: { answer throws(AdapterLine.Mistake) in
      try answer.answered("state", WindowStateForm.self).reading(after: [])
    }
    (self.instance, self.reading) = (instance, reading ?? WindowReading())
  }

  mutating func handle(_ event: WindowEvent, at now: Int64) -> WindowOutcome {
    let rows = reading.rows
    let answer = instance.handle { writer in
      writer.field("at", now)
      writer.field("event", WindowEventForm(event))
    } read: { answer throws(AdapterLine.Mistake) in
      let outcome = try answer.answered("outcome", WindowOutcomeForm.self).outcome
      let state = try answer.answered("state", WindowStateForm.self)
      return (outcome, state.reading(after: rows))
    }
    guard let (outcome, reading) = answer else { return WindowOutcome() }
    self.reading = reading
    return outcome
  }
}

extension CommandSubject: WindowSubject {
  public func listWindow(_ options: WindowOptions) -> any ListWindowing {
    CommandWindow(of: self, options)
  }
}
