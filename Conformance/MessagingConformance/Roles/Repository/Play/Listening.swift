internal import MessagingCore
internal import MessagingModel

/// The observers of a run, and the answers to questions about them.
struct Listening {
  /// A `? commits` line that was answered during the run.
  private struct Answered {
    /// The index of the line in the block.
    var index = 0
    /// How many commits had been received by then.
    let heardCount: Int
    /// The newest revision at that time.
    let revision: Revision
  }

  /// The question about observers.
  static let word = "commits"

  private var listeners: [String: CommitListener] = [:]
  private var counted: [String: Int] = [:]
  private var answered: [String: Answered] = [:]

  /// The scopes that are observed.
  var scopes: Set<String> { Set(listeners.keys) }

  /// How long to wait for a subject that sends no commit.
  private static func patience(_ session: Session) -> Duration {
    session.subject.capabilities.contains(.virtualTime) ? .milliseconds(200) : .seconds(2)
  }

  /// The scopes that a script asks about: a conversation, or `all`.
  static func scopes(of script: Script<ScenarioRun>) -> Set<String> {
    Set(
      script.questions.map(\.expectation).filter { $0.name == word }.map { scope($0.arguments) })
  }

  static func scope(_ arguments: Arguments) -> String {
    arguments.given.first?.token.description ?? arguments.conversation.text.string
  }

  /// Begins to observe. The first commit, which reports the current state, does not count.
  mutating func begin(_ scopes: Set<String>, _ session: Session) async throws {
    for scope in scopes.sorted() {
      let conversation = scope == "all" ? nil : ConversationID(scope)
      let stream = try session.repository.commits(in: Scope(conversation: conversation))
      let listener = CommitListener(stream, conversation: conversation)
      listeners[scope] = listener
      answered[scope] = nil
      await listener.wait(
        for: .zero, moving: session.environment.clock, patience: Listening.patience(session))
      counted[scope] = 1
    }
  }

  /// Waits until every observer in scope has received a commit.
  func settle(
    after commit: Commit, in conversations: Set<ConversationID>, _ session: Session
  ) async {
    for listener in listeners.values
    where !commit.kinds.isEmpty && listener.conversation.map(conversations.contains) ?? true {
      await listener.wait(
        for: commit.revision, moving: session.environment.clock,
        patience: Listening.patience(session))
    }
  }

  /// How many commits an observer received since it was last asked.
  mutating func count(_ scope: String, revision: Revision) -> Int {
    let heard = listeners[scope]?.heard.count ?? 0
    answered[scope] = Answered(heardCount: heard, revision: revision)
    defer { counted[scope] = max(heard, 1) }
    return max(0, heard - (counted[scope] ?? 0))
  }

  /// Records the line that asked last.
  mutating func note(_ scope: String, at index: Int) { answered[scope]?.index = index }

  /// Every commit an observer received until its repository was closed.
  func allHeard(_ scope: String, _ session: Session) async throws -> [Commit] {
    guard let listener = listeners[scope] else { return [] }
    await listener.wait(for: nil, moving: session.environment.clock, patience: .seconds(2))
    guard listener.isFinished else {
      throw Undecided(
        description: "the news of commits (\(scope)) does not end when the repository is closed")
    }
    return listener.heard
  }

  /// Closes the repository, and checks that no observer received more commits than were counted.
  mutating func finish(_ session: inout Session) async throws {
    await session.close()
    for scope in listeners.keys.sorted() {
      let heard = try await allHeard(scope, session)
      guard let answer = answered[scope] else { continue }
      let late = heard.dropFirst(answer.heardCount).filter { $0.revision <= answer.revision }.count
      if late > 0 {
        throw Violation(
          "\(late) more commits than counted were heard of before the repository was closed",
          at: answer.index)
      }
    }
  }
}
