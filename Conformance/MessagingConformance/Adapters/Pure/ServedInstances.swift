internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A value that a server made for a request `new`.
enum ServedInstance: Sendable {
  case scroll(any ScrollAnchoring)
  /// With the rows before the last event.
  case window(any ListWindowing, after: [WindowRow]?)
  case sending(any SendDeciding)

  /// Makes a value of a subject.
  ///
  /// - Returns: `nil` if the request is for a role that it does not play.
  init?(_ request: AdapterLine, of subject: any ConformanceSubject) throws {
    if let options = try request.value("scroll", of: ScrollOptionsForm.self)?.options {
      guard let subject = subject as? any ScrollSubject else { return nil }
      self = .scroll(subject.scrollAnchoring(options))
    } else if let options = try request.value("window", of: WindowOptionsForm.self)?.options {
      guard let subject = subject as? any WindowSubject else { return nil }
      self = .window(subject.listWindow(options), after: nil)
    } else {
      let policy = try request.needed("sending", of: SendPolicyForm.self).policy
      let seed = try request.needed("seed", of: ExactString.self).string
      guard let subject = subject as? any SendSubject, !(subject is any SendWorkerSubject) else {
        return nil
      }
      self = .sending(subject.sendDeciding(policy, seed: UInt64(seed) ?? 0))
    }
  }

  /// Writes what there is to see of it.
  var state: AdapterServer.Members {
    switch self {
    case .scroll(let anchor):
      let state = ScrollStateForm(of: anchor)
      return { $0.field("state", state) }
    case .window(let window, let rows):
      let state = WindowStateForm(window.reading, after: rows)
      return { $0.field("state", state) }
    case .sending(let queue):
      let state = SendStateForm(queue)
      return { $0.field("state", state) }
    }
  }

  /// Handles the event of a request.
  ///
  /// - Returns: writes what it comes to.
  mutating func handle(_ request: AdapterLine) throws -> AdapterServer.Members {
    switch self {
    case .scroll(var anchor):
      let event = try request.needed("event", of: ScrollEventForm.self).event
      let outcome = ScrollOutcomeForm(anchor.handle(event))
      self = .scroll(anchor)
      return { $0.field("outcome", outcome) }
    case .window(var window, _):
      let now = try request.needed("at", of: Int64.self)
      let event = try request.needed("event", of: WindowEventForm.self).event
      let rows = window.reading.rows
      let outcome = WindowOutcomeForm(window.handle(event, at: now))
      self = .window(window, after: rows)
      return { $0.field("outcome", outcome) }
    case .sending(var queue):
      let now = try request.needed("at", of: Int64.self)
      let event = try request.needed("event", of: SendEventForm.self).event
      let outcome = SendOutcomeForm(queue.handle(event, at: now))
      self = .sending(queue)
      return { $0.field("outcome", outcome) }
    }
  }
}

extension AdapterServer {
  /// Answers for values that handle events; `nil` if the request is for something else.
  func answerAsInstance(_ kind: String, _ request: AdapterLine) throws -> Members? {
    guard ["new", "handle", "frame"].contains(kind) else { return nil }
    let number = try request.needed("instance", of: Int.self)
    if kind == "new" {
      guard let new = try ServedInstance(request, of: subject) else { return nil }
      instances.withLock { $0[number] = new }
      return new.state
    }
    guard var instance = instances.current[number] else {
      throw AdapterRefusal(code: "storage", context: "no instance \(number)")
    }
    if kind == "handle" {
      let outcome = try instance.handle(request)
      let state = instance.state
      instances.withLock { $0[number] = instance }
      return { writer in
        outcome(&writer)
        state(&writer)
      }
    }
    guard case .scroll(let anchor) = instance else { return nil }
    let row = try request.needed("row", of: RowNameForm.self).id
    let frame = anchor.frame(of: row).map(RowFrameForm.init)
    return { $0.field("frame", frame) }
  }
}
