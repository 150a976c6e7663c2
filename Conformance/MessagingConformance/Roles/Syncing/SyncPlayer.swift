internal import MessagingCore
internal import MessagingModel

/// Plays the lines of a `sync` block. After each step it carries out everything that can happen
/// without time passing.
struct SyncPlayer: StorePlayer {
  enum Step: Sendable {
    /// A setting.
    case setting(@Sendable (inout Settings) -> Void)
    /// The user writes to the store.
    case store(StoreStep)
    /// An event around the rules.
    case world(@Sendable (inout SyncPlayer) async throws -> Void)
  }

  /// The settings of the first lines.
  struct Settings: Sendable {
    /// The families to play against; empty for all.
    var families: [SyncFamily] = []
    var traits: @Sendable (inout ServerTraits) -> Void = { _ in }
    /// Changes what the transport declares, compared to the server's own declaration.
    var declares: @Sendable (inout SyncServer) -> Void = { _ in }
    var policy = SyncPolicy.scripted
  }

  private let subject: any SyncSubject
  private let environment: ConformanceEnvironment
  private let seed: UInt64
  private let variant: Variant
  private var settings = Settings()
  private var begun: SyncWorld?
  /// The process of another engine on the same store; `nil` if there is none.
  var other: SyncWorld?
  var names = ScriptNames()
  private(set) var stepCount = 0
  private(set) var last = LastStep()
  /// Whether this is a random history: nothing happens by itself, and every moment is checked
  /// against the rules.
  var isLoose = false
  private var callers = 0
  /// The messages that the owner read on this device, whether or not the owner read further later.
  private(set) var readHere: [ConversationID: [RemoteID]] = [:]

  init(_ subject: any SyncSubject, seed: UInt64, variant: Variant = .plain) {
    self.subject = subject
    self.seed = seed
    self.variant = variant
    environment = ConformanceEnvironment(seed: seed)
  }

  /// The families against which a script is played.
  static func families(of script: Script<SyncPlayer>) -> [SyncFamily] {
    var settings = Settings()
    for case .setting(let set) in script.moments.flatMap(\.steps) { set(&settings) }
    let named = SyncFamily.allCases.filter(settings.families.contains)
    return named.isEmpty ? SyncFamily.allCases : named
  }

  var observables: Observables {
    get throws { Observables(repository: try world.repository, names: names) }
  }

  var refusal: String? { isLoose ? nil : last.error }

  /// The world. It exists from the first step that is not a setting.
  var world: SyncWorld {
    get throws {
      guard let begun else { throw SubjectError(description: "a block begins with a step") }
      return begun
    }
  }

  /// Changes the world.
  mutating func act<Value>(
    _ body: (inout SyncWorld) async throws -> Value
  ) async throws -> Value {
    var world = try world
    defer { begun = world }
    return try await body(&world)
  }

  private var family: SyncFamily {
    let named = SyncFamily.allCases.filter(settings.families.contains)
    let all = named.isEmpty ? SyncFamily.allCases : named
    return (variant == .plain ? nil : all.first { $0.variant == variant }) ?? all[0]
  }

  /// Starts the process on a device with an empty store.
  private mutating func begin() async throws {
    var traits = family.traits
    settings.traits(&traits)
    var declared = traits.declared
    settings.declares(&declared)
    let (subject, environment, seed) = (subject, environment, seed)
    let (server, policy) = (declared, settings.policy)
    begun = try await SyncWorld(
      SimulatedServer(traits), policy: policy,
      begin: {
        subject.syncDeciding(owner: ScriptNames.owner, server: server, policy: policy, seed: seed)
      }, reopen: { try await subject.syncStore.repository(in: environment) })
  }

  /// Plays a whole script, then closes the store.
  mutating func playToEnd(
    _ script: Script<SyncPlayer>, tell: ((String) -> Void)? = nil
  ) async throws {
    try await play(script, tell: tell)
    await begun?.repository.close()
  }

  func stepCount(of _: Script<SyncPlayer>) -> Int { stepCount }

  mutating func perform(_ moment: Script<SyncPlayer>.Moment) async throws {
    if case .setting(let set) = moment.steps[0] { return set(&settings) }
    if begun == nil { try await begin() }
    stepCount += 1
    last = LastStep()
    try await act { $0.forgetStep() }
    if case .world(let body) = moment.steps[0] {
      try await body(&self)
    } else {
      try await write(moment.steps)
    }
    if !isLoose { try await act { try await $0.settle() } }
    if let trouble = try world.engine?.trouble { throw SubjectError(description: trouble) }
    try Violation.check(try world.broken, isHistory: isLoose)
    if isLoose, let hole = try await hole() { throw Violation(hole) }
  }

  private mutating func write(_ steps: [Step]) async throws {
    var changes: [Change] = []
    for case .store(let step) in steps {
      if case .apply(let more) = step.action(&names) { changes += more }
    }
    var world = try world
    defer { begun = world }
    do throws(RepositoryError) {
      last.commit = try await world.apply(changes)
      for case .read(let conversation, .remote(let name), _) in changes {
        readHere[conversation, default: []].append(name)
      }
    } catch {
      last.error = error.code.rawValue
    }
  }

  // Callers.

  /// Makes a caller request the page below the upper end of a gap.
  mutating func want(_ upper: ScriptReference?, in conversation: ConversationID) async throws {
    let snapshot = try await everything(in: conversation)
    let name = upper?.remote.map(ScriptNames.remote)
    let gap = snapshot.allGaps.first { $0.before?.remoteID == name }
    let place = snapshot.messages.first { $0.remoteID == name && name != nil }?.position.confirmed
    guard gap != nil || place != nil || name == nil else {
      throw Violation("nothing that is missing ends at \(upper?.description ?? "the live end")")
    }
    try await want(gap ?? Gap(after: nil, before: place), in: conversation)
  }

  /// Makes a caller request the highest gap, if there is one.
  mutating func wantAny(in conversation: ConversationID) async throws {
    guard let gap = try await everything(in: conversation).allGaps.last else { return }
    try await want(gap, in: conversation)
  }

  mutating func want(_ gap: Gap, in conversation: ConversationID) async throws {
    callers += 1
    let caller = SyncCaller(Int64(callers))
    try await act { world in
      world.wants(caller)
      world.tell(.wanted(caller, conversation, gap))
    }
  }

  /// The stored messages of a conversation and its gaps, however many reads that takes.
  func everything(in conversation: ConversationID) async throws -> Snapshot {
    var whole = try await observables.everything(in: conversation)
    while whole.older == .more, let first = whole.messages.first {
      let page = try await world.repository.read(
        Query(
          .older(than: first.cursor), in: conversation, limit: Limits.page, crossesGaps: true))
      whole.messages = page.messages + whole.messages
      whole.gaps = page.gaps + whole.gaps
      whole.older = page.older
    }
    return whole
  }
}

extension SyncPolicy {
  /// The policy of a script without a policy line: no randomness, and no limit for a silent
  /// connection.
  static var scripted: SyncPolicy {
    var policy = SyncPolicy()
    policy.retry.jitter = 0
    policy.silenceLimit = nil
    policy.quietLimit = nil
    return policy
  }
}
