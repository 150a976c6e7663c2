internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension SendingMeter: Deciding {
  typealias Options = SendPolicy.AfterFailure
  typealias Event = SendingMeterEvent
  typealias Time = Int64
  typealias Outcome = Void

  var reading: SendingProgress? { progress }
}

extension Bent: SendingMetering where Part == SendingMeter {
  var progress: SendingProgress? { reading }
  var nextDeadline: Int64? { part.nextDeadline }
}

extension FaultyPart {
  /// A meter with a fault that remembers something.
  ///
  /// - Parameter notes: what it remembers at first.
  static func progress<Notes: Sendable>(
    noting notes: Notes, showing: @escaping Bent<SendingMeter, Notes>.Show = { _, _ in },
    handling: @escaping Bent<SendingMeter, Notes>.Handle = { $0.part.handle($1, at: $2) }
  ) -> FaultyPart {
    .progress { policy in
      Bent<SendingMeter, Notes>(
        SendingMeter(afterFailure: policy), policy, noting: notes, showing: showing,
        handling: handling)
    }
  }

  /// A meter with a fault in what it hears to be unsent.
  static func progress(
    hearing change: @escaping @Sendable ([Message]) -> [Message]
  ) -> FaultyPart {
    .progress(
      noting: (),
      handling: { bent, event, now in
        switch event {
        case .outbox(let messages): bent.part.handle(.outbox(change(messages)), at: now)
        case .clock: bent.part.handle(.clock, at: now)
        }
      })
  }

  /// A meter with a fault in what it shows.
  static func progress(
    showing change: @escaping @Sendable (SendingProgress) -> SendingProgress?
  ) -> FaultyPart {
    .progress(noting: (), showing: { _, reading in reading = reading.flatMap(change) })
  }
}

extension SendingProgress {
  /// The same with another number.
  func at(_ thousandths: Int) -> SendingProgress {
    SendingProgress(measure: measure, thousandths: thousandths, remaining: remaining)
  }
}
