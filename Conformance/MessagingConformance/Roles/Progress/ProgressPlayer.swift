internal import MessagingCore
internal import MessagingModel

/// Plays the lines of a `progress` block.
struct ProgressPlayer: BlockPlayer {
  typealias Step = @Sendable (inout ProgressPlayer) throws -> Void

  /// What a meter received, and when.
  struct Heard: Sendable {
    let time: Int64
    let unsent: [UnsentWord]
  }

  private let subject: any ProgressSubject
  private var meter: any SendingMetering
  private(set) var afterFailure = SendPolicy.AfterFailure.block
  private(set) var heard: [Heard] = []
  private(set) var now: Int64 = 0
  /// Whether to compare each moment with the oracle.
  var isCompared = false

  init(_ subject: any ProgressSubject) {
    self.subject = subject
    meter = subject.sendingMetering(.block)
  }

  var progress: SendingProgress? { meter.progress }

  mutating func perform(_ moment: Script<ProgressPlayer>.Moment) throws {
    for step in moment.steps { try step(&self) }
    guard isCompared else { return }
    let naive = NaiveProgress(heard, afterFailure).progress(at: now)
    guard progress != naive else { return }
    throw Violation("the number is \(Self.text(progress)), expected \(Self.text(naive))")
  }

  private static func text(_ progress: SendingProgress?) -> String {
    guard let progress else { return "none" }
    return "\(progress.thousandths) of measure \(progress.measure), \(progress.remaining) remaining"
  }

  mutating func skip() throws {
    guard heard.isEmpty else {
      throw ScriptError("'failed-are-overtaken' stands in the first line")
    }
    afterFailure = .skip
    meter = subject.sendingMetering(.skip)
  }

  mutating func hear(_ unsent: [UnsentWord]) {
    heard.append(Heard(time: now, unsent: unsent))
    let messages = unsent.enumerated().map { $1.message(sequence: Int64($0 + 1)) }
    meter.handle(.outbox(messages), at: now)
  }

  /// Lets time pass, and calls the meter at its deadlines.
  mutating func pass(_ time: Int64) {
    let end = now + time
    while let deadline = meter.nextDeadline, deadline <= end, deadline > now {
      now = deadline
      meter.handle(.clock, at: now)
    }
    now = end
  }
}
