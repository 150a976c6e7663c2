internal import MessagingModel

/// Plays the lines of a `form` block.
struct FormPlayer: BlockPlayer {
  typealias Step = @Sendable (inout FormPlayer) throws -> Void

  /// The result of the last form that was read.
  enum Outcome: Sendable {
    case nothing
    case written(from: [UInt8], [UInt8])
    case refused(CanonicalError)
  }

  private let subject: any FormSubject
  private(set) var outcome = Outcome.nothing
  private(set) var sortKey: [UInt8]?
  private(set) var id: String?

  init(_ subject: any FormSubject) { self.subject = subject }

  mutating func perform(_ moment: Script<FormPlayer>.Moment) throws {
    for step in moment.steps { try step(&self) }
  }

  mutating func read(_ form: [UInt8], as type: FormType) {
    do {
      outcome = .written(from: form, try subject.rewritten(form, as: type))
      sortKey = type == .position ? try? subject.sortKey(of: form) : nil
    } catch {
      outcome = .refused(error)
    }
  }

  mutating func derive(_ remoteID: String, _ conversation: String) {
    id = subject.messageID(
      derivedFrom: RemoteID(ExactString(remoteID)), in: ConversationID(ExactString(conversation)))
  }

  /// Returns `same`, the other form, or `refused`.
  var written: Observation {
    switch outcome {
    case .nothing: .nothing
    case .refused: Observation("refused")
    case .written(let read, let written) where read == written: Observation("same")
    case .written(_, let written):
      Observation([ObservedWord(.string(String(decoding: written, as: UTF8.self)))])
    }
  }

  /// The number of bytes before the error.
  var place: Observation {
    switch outcome {
    case .refused(let error): Observation("\(error.offset)")
    case .nothing, .written: .nothing
    }
  }

  /// Whether the description of the error contains this text.
  func tells(_ text: String) -> Observation {
    switch outcome {
    case .refused(let error): Observation(error.description.contains(text))
    case .nothing, .written: .nothing
    }
  }
}
