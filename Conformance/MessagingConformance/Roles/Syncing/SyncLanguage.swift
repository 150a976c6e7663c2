internal import MessagingCore
internal import MessagingModel

/// The language of `sync` blocks.
enum SyncLanguage {
  typealias Read = BlockLanguage<SyncPlayer>.Read
  typealias Ask = Script<SyncPlayer>.Ask

  static let language = BlockLanguage<SyncPlayer>(
    introduction: introduction,
    placeholders: StoreLanguage.placeholders + [
      AnyPlaceholder(Words.duration), AnyPlaceholder(share),
      AnyPlaceholder(failure),
    ],
    steps: [settings, people, presence, network, faults, device, callers, random] + stored,
    questions: [shown, asked, told, status] + SyncPlayer.storeQuestions,
    checkLine: { line, above throws(ScriptError) in
      let isLate = above.contains { line in
        if case .content(.setting) = line.kind { false } else { true }
      }
      if case .content(.setting) = line.kind, isLate {
        throw ScriptError("'\(line.name)' stands in the first lines")
      }
      if line.joins { throw ScriptError("'& ' joins nothing here") }
    })

  private static let stored = [
    StoreLanguage.sending, StoreLanguage.changing, StoreLanguage.reading,
  ].map { section in
    section.taking("[in=CONVERSATION]").map { read -> Read in { .store(try read($0)) } }
  }

  private static let introduction = """
    What is written at a server, what a device goes through, and what its store shows of it. After
    each line everything happens that can happen without time passing, unless it is held; a device
    that is started knows of no network until it is `online`. What we write ourselves is written
    with the steps of scenarios, and so are the questions about what is stored.

    A block is played against each family of servers (`polled`, `numbered`, `pushed`, `lists`)
    that its first line does not exclude: `family numbered` is about one. The first is the plain
    case, the others are variants. Waiting times have no jitter, and a connection may be silent,
    unless the policy says otherwise.

    """

  static let share = Placeholder("SHARE", "a part of one: `0` to `1`") { word in
    Double(word).flatMap { (0...1).contains($0) ? $0 : nil }
  }

  /// A step in which something happens around the rules.
  static func act(
    _ body: @escaping @Sendable (inout SyncPlayer) async throws -> Void
  ) -> SyncPlayer.Step { .world(body) }

  /// A step in which something happens in the world.
  static func happens(
    _ body: @escaping @Sendable (inout SyncWorld) async throws -> Void
  ) -> SyncPlayer.Step { .world { try await $0.act(body) } }
}

extension Script<SyncPlayer>.Line {
  fileprivate enum Kind {
    case content(SyncPlayer.Step)
    case question
  }

  fileprivate var kind: Kind {
    if case .step(let step) = content { .content(step) } else { .question }
  }
}
