internal import MessagingCore
internal import MessagingModel

/// A value of an adapter that handles one event after the other: it has a number there.
///
/// Copies share the number. A copy that is behind, because another one handled an event since, gets
/// a new value with its next event: the adapter handles all earlier events once more for it.
struct CommandInstance: Sendable {
  typealias Members = @Sendable (inout CanonicalWriter) -> Void
  typealias Reading<Answer> = (AdapterLine) throws(AdapterLine.Mistake) -> Answer

  /// `nil` if the adapter is in trouble.
  private var place: Place?
  /// How many events this copy has handled.
  private var count = 0

  /// Lets an adapter make a value.
  ///
  /// - Parameters:
  ///   - options: what the request says of it.
  ///   - read: takes the answer apart.
  /// - Returns: the answer; `nil` if the adapter is in trouble.
  static func new<Answer>(
    of subject: CommandSubject, _ options: @escaping Members, read: Reading<Answer>
  ) -> (instance: CommandInstance, answer: Answer?) {
    let place = Place(CommandCaller(subject), options)
    let answer = try? place.begin(read: read)
    return (CommandInstance(place: answer == nil ? nil : place), answer)
  }

  private init(place: Place?) { self.place = place }

  /// Sends it an event.
  ///
  /// - Returns: the answer; `nil` if the adapter is in trouble.
  mutating func handle<Answer>(_ event: @escaping Members, read: Reading<Answer>) -> Answer? {
    guard let place = current(), place.claim(count, event) else { return nil }
    self.place = place
    count += 1
    return try? place.caller.ask("handle", place.members(event), read: read)
  }

  /// What people wrote must not be repeated from what the process says of its failure.
  func keepSecret(_ texts: [String]) { place?.caller.keepSecret(texts) }

  /// Asks about its state.
  ///
  /// - Returns: the answer; `nil` if the adapter is in trouble.
  func ask<Answer>(
    _ kind: String, _ members: @escaping Members, read: Reading<Answer>
  ) -> Answer? {
    guard let place = current() else { return nil }
    return try? place.caller.ask(kind, place.members(members), read: read)
  }

  /// The value in the adapter that is as far as this copy.
  private func current() -> Place? {
    guard let place, place.count != count else { return place }
    return try? place.copy(of: count)
  }
}

/// One value of an adapter, its number, and the events that it has handled.
private final class Place: Sendable {
  let caller: CommandCaller
  private let number: Int
  private let options: CommandInstance.Members
  private let events = Locked<[CommandInstance.Members]>([])

  init(_ caller: CommandCaller, _ options: @escaping CommandInstance.Members) {
    (self.caller, self.options) = (caller, options)
    number = caller.takeNumber()
  }

  deinit { caller.giveBack(number) }

  /// How many events it has handled.
  var count: Int { events.current.count }

  /// Notes an event, if so many came before.
  ///
  /// - Returns: whether that is so.
  func claim(_ count: Int, _ event: @escaping CommandInstance.Members) -> Bool {
    events.withLock { events in
      guard events.count == count else { return false }
      events.append(event)
      return true
    }
  }

  /// What a request says, with the number.
  func members(_ members: @escaping CommandInstance.Members) -> CommandInstance.Members {
    { [number] writer in
      writer.field("instance", number)
      members(&writer)
    }
  }

  func begin<Answer>(read: CommandInstance.Reading<Answer>) throws -> Answer {
    try caller.ask("new", members(options), read: read)
  }

  /// Another value, which handles the first events of this one.
  func copy(of count: Int) throws -> Place {
    let copy = Place(caller, options)
    try copy.begin { _ in }
    for event in events.current.prefix(count) {
      _ = copy.claim(copy.count, event)
      try caller.ask("handle", copy.members(event)) { _ in }
    }
    return copy
  }
}
