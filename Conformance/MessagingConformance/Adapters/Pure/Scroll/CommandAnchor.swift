public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// The scroll anchor of an adapter: each event is a request, which is waited for.
struct CommandAnchor: ScrollAnchoring {
  private var instance: CommandInstance
  private var state: ScrollStateForm

  init(of subject: CommandSubject, _ options: ScrollOptions) {
    let (instance, state) = CommandInstance.new(of: subject) { writer in
      writer.field("scroll", ScrollOptionsForm(options))
    } read: { answer throws(AdapterLine.Mistake) in
      try answer.answered("state", ScrollStateForm.self)
    }
    (self.instance, self.state) = (instance, state ?? ScrollStateForm())
  }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    let answer = instance.handle { writer in
      writer.field("event", ScrollEventForm(event))
    } read: { answer throws(AdapterLine.Mistake) in
      let outcome = try answer.answered("outcome", ScrollOutcomeForm.self).outcome
      return (outcome, try answer.answered("state", ScrollStateForm.self))
    }
    guard let (outcome, state) = answer else { return ScrollOutcome() }
    self.state = state
    return outcome
  }

  var reading: ScrollReading { state.reading }

  func frame(of id: RowID) -> RowFrame? {
    let answer = instance.ask("frame") { writer in
      writer.field("row", RowNameForm(id))
    } read: { answer throws(AdapterLine.Mistake) -> RowFrame? in
      guard answer["error"] == nil else {
        return try answer.answered("frame", RowFrameForm.self).frame
      }
      return try answer.value("frame", of: RowFrameForm.self)?.frame
    }
    return answer ?? nil
  }

  var sight: ScrollSight { state.sight }

  var savedPosition: SavedScrollPosition? { state.saved }
}

extension CommandSubject: ScrollSubject {
  public func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring {
    CommandAnchor(of: self, options)
  }
}

extension ScrollStateForm {
  init(of anchor: any ScrollAnchoring) {
    (reading, sight, saved) = (anchor.reading, anchor.sight, anchor.savedPosition)
  }
}
