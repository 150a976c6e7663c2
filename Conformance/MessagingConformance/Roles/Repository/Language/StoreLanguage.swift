internal import MessagingModel

/// The language of repositories: the blocks `scenario`, `property`, `crash` and `failure`. Blocks
/// of the roles above a repository use a part of it.
enum StoreLanguage {
  typealias Read = @Sendable (Arguments) throws -> StoreStep

  /// The steps that act on a store. Every line may name a conversation.
  static let steps: [ClauseSection<Read>] = [sending, changing, reading, arriving, housekeeping].map
  {
    $0.taking("[in=CONVERSATION]")
  }

  static let placeholders = [
    AnyPlaceholder(Words.reference), AnyPlaceholder(Words.client), AnyPlaceholder(Words.remote),
    AnyPlaceholder(Words.placed), AnyPlaceholder(Words.dependent),
    AnyPlaceholder(Words.conversation), AnyPlaceholder(Words.number), AnyPlaceholder(Words.text),
    AnyPlaceholder(Words.kind), AnyPlaceholder(Words.name), AnyPlaceholder(Words.code),
    AnyPlaceholder(Words.path), AnyPlaceholder(Words.token), AnyPlaceholder(Words.time),
    AnyPlaceholder(verb),
  ]

  /// Looks up what a line means, without the script around it.
  static let table = ClauseTable("step", steps, placeholders)

  /// The changes that a line makes a store apply.
  static func changes(_ line: String, _ names: inout ScriptNames) throws -> [Change] {
    let (clause, arguments) = try table.read(LineScanner.pieces(of: line[...])[...])
    guard case .apply(let changes) = try clause.code(arguments).action(&names) else {
      throw SubjectError(description: "'\(line)' is not a step with changes")
    }
    return changes
  }

  /// The language of `scenario`, `crash` and `failure` blocks.
  static let language = BlockLanguage<ScenarioRun>(
    introduction: introduction, placeholders: placeholders, steps: steps,
    questions: ScenarioRun.storeQuestions + [ScenarioRun.observers],
    checkWhole: { strangers(in: $0) { $0 } })

  /// The language of `property` blocks.
  static let properties = BlockLanguage<ScenarioRun>(
    introduction: "The lines of a `scenario` block, and how they are run.\n",
    placeholders: placeholders, steps: steps + [settings],
    questions: ScenarioRun.storeQuestions + [ScenarioRun.observers], hasModel: true)

  private static let introduction = """
    What a repository is told, and what it shows. Each step ends in exactly one `apply`, except
    `reopen` and `kill`. Every step and every question also takes `in=k2`; without it the
    conversation is `k1`. We are `me`; the others are `ann` unless `by=` says who. A refusal that
    nobody asks for (`? error = …`) fails the block. `crash` and `failure` blocks have the same
    lines.

    """

  private static let verb = Placeholder("VERB", "a step of which random histories can be made") {
    HistoryGenerator.verbs.contains($0) ? $0 : nil
  }

  private static let settings = ClauseSection<Read>(
    "Settings of a property",
    [
      Clause(
        "orders all", or: ["orders N"],
        "Runs the steps in every order, or in this many seeded ones, each on a fresh store.",
        example: "orders all"
      ) { a in set(a, .orders(a.all(Words.number).first)) },
      Clause(
        "ops VERB…", "Runs random steps made of these verbs instead of written ones.",
        example: "ops send receive ack reopen"
      ) { a in set(a, .verbs(a.all(verb))) },
      Clause(
        "cases N", "How many random histories are tried for each seed.", example: "cases 50"
      ) { a in set(a, .cases(try a.first(Words.number))) },
      Clause(
        "length N", "How many steps a random history has at most.", example: "length 40"
      ) { a in set(a, .length(try a.first(Words.number))) },
    ])

  private static func set(_ a: Arguments, _ setting: PropertySetting) -> StoreStep {
    StoreStep(a, action: { _ in .set(setting) })
  }
}
