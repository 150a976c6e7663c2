internal import MessagingCore
internal import MessagingModel

/// The smallest example of a capability, in an environment of its own.
struct CapabilityExample {
  enum Outcome {
    case works
    case fails(String)
    /// The example does not decide it: for instance, no commit was delayed.
    case nothingToSee
  }

  private let capability: Capability
  private let context: CheckContext

  init(_ capability: Capability, _ context: CheckContext) {
    self.capability = capability
    self.context = context
  }

  func outcome() async -> Outcome {
    do {
      switch capability {
      case .durable: return try await keptOverRestart()
      case .gaps:
        return try await reads("gaps", "start..s5", after: "receive s5@5 \"hello\"")
      case .edits:
        return try await reads(
          "text s1", "\"new\"", after: "receive s1@1 \"old\"", "edit s1 \"new\" version=2")
      case .reactions:
        return try await reads(
          "reactions s1", "👍×1", after: "receive s1@1 \"hello\"", "react s1 \"👍\" by=bob")
      case .receipts:
        return try await reads(
          "readers s1", "bob", after: "receive s1@1 \"hello\"", "receipt s1 by=bob")
      case .media: return try await reads("kind c1", "photo", after: "send c1 \"a\" file=a.jpg")
      case .threads:
        return try await reads(
          "newest 9 thread=s1", "[start] s1 s2 [end]", after: "page s1@1 to=live start",
          "receive s2@2 \"reply\" thread=s1", "receive s3@3 \"aside\"")
      case .index:
        return try await reads("conversations", "k1", after: "receive s1@1 \"hello\"")
      case .faults: return try await failsWhenTold()
      case .powerLoss: return try await announcedToTheDisk()
      case .shared: return try await seenByAnotherHandle()
      case .releases: return ofReleases()
      case .virtualTime: return try await waitsOnTheClock()
      case .arrivals, .aspects: return ofDiffer()
      case .sendingEdits, .sendingFiles, .sendingDiagnosis, .sendingCredentials:
        return try await ofSender()
      }
    } catch {
      return .fails("\(error)")
    }
  }

  private func reads(
    _ observable: String, _ expected: String, after lines: String...
  ) async throws -> Outcome {
    let repository = try await context.open()
    for line in lines { try await context.tell(repository, line) }
    return compare(
      try await context.observe(observable, of: repository), expected,
      "'\(observable)' after '\(lines.last ?? "")'")
  }

  /// Whether the files work is `REPO-037`.
  private func ofReleases() -> Outcome {
    guard let subject = context.subject as? any ReleasedSubject,
      (try? subject.earlierReleases().isEmpty) == false
    else { return .fails("the subject brings no files of earlier releases") }
    return .works
  }

  /// Only a subject that is a list differ, too, can have a capability of one.
  private func ofDiffer() -> Outcome {
    guard context.subject.roles.contains(.diff), let differ = context.subject as? any DiffSubject,
      let example = DifferExample(capability)
    else { return .fails("it is a capability of a list differ, and the subject is none") }
    return example.problem(of: differ.timelineDiffing()).map { .fails($0) } ?? .works
  }

  /// Only a subject that sends, too, can have a capability of a sender.
  private func ofSender() async throws -> Outcome {
    let plays = context.subject.roles.contains(.sending) || context.subject.roles.contains(.worker)
    guard plays, let sender = context.subject as? any SendSubject,
      let example = SenderExample(capability)
    else { return .fails("it is a capability of a sender, and the subject is none") }
    return try await example.problem(of: sender, seed: context.environment.seed)
      .map { .fails($0) } ?? .works
  }

  private func compare(_ actual: String, _ expected: String, _ what: String) -> Outcome {
    actual == expected ? .works : .fails("\(what) is \(actual), expected \(expected)")
  }

  private func keptOverRestart() async throws -> Outcome {
    let first = try await context.open()
    try await context.tell(first, "receive s1@1 \"hello\"")
    await first.close()
    return compare(try await names(in: context.open()), "s1", "what is stored after a restart")
  }

  private func failsWhenTold() async throws -> Outcome {
    let opening = try await context.operationsOfOpening()
    let repository = try await context.open(FaultInjector(.fail(from: opening + 1)))
    do {
      _ = try await repository.apply(try context.changes("receive s1@1 \"hello\""))
    } catch is RepositoryError {
      return .works
    }
    return .fails("a batch was accepted while every storage operation was to fail")
  }

  /// The disk steps that the subject reports are enough to find the message again in another
  /// folder.
  private func announcedToTheDisk() async throws -> Outcome {
    let line = "receive s1@1 \"hello\""
    let recording = try await PowerRecording(
      of: [line], on: context.subject, seed: context.environment.seed)
    var sweep = PowerSweep(recording, context.subject, seed: context.environment.seed)
    do {
      try await sweep.run(.kept, context.heartbeat)
    } catch let violation as Violation {
      return .fails(violation.message)
    }
    return .works
  }

  private func seenByAnotherHandle() async throws -> Outcome {
    let first = try await context.open()
    let second = try await context.open()
    try await context.tell(first, "receive s1@1 \"hello\"")
    return compare(try await names(in: second), "s1", "what another handle reads")
  }

  private func names(in repository: any MessageRepository) async throws -> String {
    PageChecks.names(try await context.newest(repository)).joined(separator: " ")
  }

  /// A store may delay a commit about a receipt to merge it with others. It must then wait on the
  /// environment's clock.
  private func waitsOnTheClock() async throws -> Outcome {
    let repository = try await context.open()
    try await context.tell(repository, "receive s1@1 \"hello\"")
    let listener = await context.observer(of: repository)
    let receipt = try await context.tell(repository, "receipt s1 by=bob").revision
    if await context.waitForSleeper(
      on: context.environment.clock, or: listener, hears: receipt)
    {
      await context.wait(until: listener, hears: receipt)
      return listener.news(after: .zero).contains { $0.revision == receipt }
        ? .works : .fails("news that waited on the clock did not come when its time had come")
    }
    // Nobody sleeps on the clock. Either the store delays nothing and sent the commit before
    // `apply` returned, or it waits on another clock.
    let next = try await context.tell(repository, "receipt s1 by=carol").revision
    await repository.close()
    await context.wait(until: listener, hears: nil)
    return (listener.heard.last?.revision ?? .zero) >= next
      ? .nothingToSee : .fails("news of a receipt waits, but not on the given clock")
  }
}
