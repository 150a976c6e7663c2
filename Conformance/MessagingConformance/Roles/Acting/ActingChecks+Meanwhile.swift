internal import MessagingCore
internal import MessagingModel

// What happens between the look and the write, what the store refuses, and what the server has.
extension ActingChecks {
  private static func id(_ number: Int) -> MessageID { ActingDesk.id(number) }

  static func oneOfTwoChanges(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    for (change, reaction) in [(20, "👍"), (21, "🎉")] {
      try await desk.expect(.done, of: "a reaction") {
        try await desk.actions.react(to: id(2), with: reaction, as: id(change))
      }
    }
    try await desk.expect(.unchanged, of: "retrying a change that waits") {
      try await desk.actions.retry(id(2), change: id(20))
    }
    for change in [20, 21] { try await desk.fail(2, change: change) }
    try await desk.expect(.tooLate, of: "retrying the message, which is sent") {
      try await desk.actions.retry(id(2), change: nil)
    }
    try await desk.expect(.done, of: "retrying one of them") {
      try await desk.actions.retry(id(2), change: id(20))
    }
    try context.expect(
      "the unsent changes", try await desk.changes(2), is: ["react 20 waits", "react 21 failed"])
  }

  static func goneMeanwhile(_ context: Context) async throws {
    let calls: [(name: String, call: (any MessageActing) async throws -> ActionOutcome)] = [
      ("a reaction", { try await $0.react(to: id(3), with: "👍", as: id(20)) }),
      ("removing a reaction", { try await $0.unreact(to: id(3), with: "👍", as: id(20)) }),
    ]
    for (name, call) in calls {
      let desk = try await ActingDesk(context)
      desk.store.plan(meanwhile: [ActingDesk.removal(of: 3)])
      try await desk.expect(.gone, of: "\(name) while the message is removed") {
        try await call(desk.actions)
      }
    }
    let desk = try await ActingDesk(context)
    desk.store.plan(meanwhile: [.cancel(OutboxKey(ActingDesk.key(1)))])
    try await desk.expect(.gone, of: "an edit while the message is cancelled") {
      try await desk.actions.edit(id(1), to: "new words", as: id(20))
    }
  }

  static func refusedByTheStore(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    let time = Timestamp(milliseconds: 5)
    let calls: [(name: String, call: (any MessageActing) async throws -> ActionOutcome)] = [
      ("a retry", { try await $0.retry(id(1), change: nil) }),
      ("cancelling", { try await $0.cancel(id(1), change: nil) }),
      ("an edit", { try await $0.edit(id(1), to: "new words", as: id(20)) }),
      ("deleting", { try await $0.delete(id(2), as: id(21)) }),
      ("a reaction", { try await $0.react(to: id(2), with: "👍", as: id(22)) }),
      ("removing a reaction", { try await $0.unreact(to: id(2), with: "👍", as: id(23)) }),
      ("reading", { try await $0.markAsRead(upTo: id(2), at: time) }),
    ]
    desk.store.plan(.refusal)
    for (name, call) in calls {
      var thrown: RepositoryError.Code?
      do {
        _ = try await call(desk.actions)
      } catch let error as RepositoryError {
        thrown = error.code
      }
      try context.expect(
        "the error of \(name) that the store refuses", thrown, is: TroubledRepository.planned.code)
    }
  }

  static func deletedWhileItWasSent(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    desk.store.plan(meanwhile: [.acknowledge(ActingDesk.key(1), ActingDesk.place(9))])
    try await desk.expect(.done, of: "deleting while it is sent") {
      try await desk.actions.delete(id(1), as: id(20))
    }
    try context.expect("the message", try await desk.message(1)?.body, is: .redacted)
    try context.expect("its unsent changes", try await desk.changes(1), is: ["delete 20 waits"])
  }

  static func reactionsOfTheServer(_ context: Context) async throws {
    let desk = try await ActingDesk(context)
    try await desk.expect(.done, of: "a reaction") {
      try await desk.actions.react(to: id(2), with: "👍", as: id(20))
    }
    try await desk.settle(2, change: 20)
    try context.expect("the own reactions", try await desk.reactions(2), is: ["👍"])
    try await desk.expect(.done, of: "removing what the server has") {
      try await desk.actions.unreact(to: id(2), with: "👍", as: id(21))
    }
    try context.expect("the own reactions after that", try await desk.reactions(2), is: [])
    try context.expect("what is to be sent", try await desk.changes(2), is: ["unreact 21 waits"])
  }
}
