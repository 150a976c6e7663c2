internal import MessagingCore
internal import MessagingModel

/// Our engine with one fault around it.
struct BentEngine: SyncEngine, PeopleWatching {
  private struct State {
    var begun = 0
    var running = 0
    var hasLeft = false
    var engines: [RepositorySyncEngine]
  }

  private let setting: EngineSetting
  private let state: Locked<State>
  /// Whether a run that begins while another one goes on has an engine of its own.
  var runsTwice = false
  /// Whether a run after a sign-out has an engine of its own.
  var comesBack = false
  var runsMax = Int.max
  /// Whether a run that begins beside a cancelled one ends at once.
  var ignoresTheNext = false
  var hearsEarlyOpenings = true
  /// Whether the state of a cancelled run stays as it was.
  var keepsLastStatus = false
  private let shown = LastShown<SyncStatus>()
  /// Whether whoever types when a run is cancelled goes on.
  var keepsLastPeople = false
  private let shownPeople = LastShown<People>()
  /// Called when the task of a run is cancelled.
  var whenCancelled: @Sendable () -> Void = {}
  /// What it does when a run that was the only one has ended, and nobody has signed out.
  var afterRun: @Sendable (RepositorySyncEngine) async -> Void = { _ in }
  /// What it does beside a run.
  var besideRun: @Sendable (RepositorySyncEngine) async -> Void = { _ in }
  /// How a page is asked for while it runs.
  var fills: @Sendable (RepositorySyncEngine, Gap, ConversationID) async -> FillOutcome = {
    await $0.fill($1, in: $2)
  }
  var leaves: @Sendable (RepositorySyncEngine) async -> Void = { await $0.signOut() }

  init(_ setting: EngineSetting) {
    self.setting = setting
    state = Locked(State(engines: [setting.engine]))
  }

  private var current: RepositorySyncEngine {
    state.withLock { $0.engines[$0.engines.count - 1] }
  }

  private var isRunning: Bool { state.current.running > 0 }

  func run() async {
    shown.goOn()
    shownPeople.goOn()
    let engine = state.withLock { state -> RepositorySyncEngine? in
      state.begun += 1
      state.running += 1
      if (runsTwice && state.running > 1) || (comesBack && state.hasLeft) {
        state.engines.append(setting.engine)
      }
      if ignoresTheNext, state.running > 1 { return nil }
      return state.begun > runsMax ? nil : state.engines.last
    }
    if let engine {
      await run(engine)
      let isLast = state.withLock { $0.running == 1 && !$0.hasLeft }
      if isLast { await afterRun(engine) }
    }
    state.withLock { $0.running -= 1 }
  }

  private func run(_ engine: RepositorySyncEngine) async {
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        let besideRun = besideRun
        group.addTask { await besideRun(engine) }
        await engine.run()
        group.cancelAll()
      }
    } onCancel: {
      shown.stop()
      shownPeople.stop()
      whenCancelled()
    }
  }

  func fill(_ gap: Gap, in conversation: ConversationID) async -> FillOutcome {
    guard isRunning else { return await current.fill(gap, in: conversation) }
    return await fills(current, gap, conversation)
  }

  func open(_ conversation: ConversationID) {
    if hearsEarlyOpenings || isRunning { current.open(conversation) }
  }

  func close(_ conversation: ConversationID) { current.close(conversation) }
  func cleared(_ conversation: ConversationID) { current.cleared(conversation) }
  func signedIn() { current.signedIn() }
  func woke() { current.woke() }

  func signOut() async {
    state.withLock { $0.hasLeft = true }
    await leaves(current)
  }

  func statuses() -> AsyncStream<SyncStatus> {
    keepsLastStatus ? shown.values(current.statuses()) : current.statuses()
  }

  func people() -> AsyncStream<People> {
    keepsLastPeople ? shownPeople.values(current.people()) : current.people()
  }

  func typed(in conversation: ConversationID) { current.typed(in: conversation) }
  func stoppedTyping(in conversation: ConversationID) { current.stoppedTyping(in: conversation) }
}
