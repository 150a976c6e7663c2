internal import MessagingCore
internal import MessagingModel

extension CheckContext {
  /// Stops the check if something is not there.
  func unwrap<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw Violation("\(what) is missing") }
    return value
  }

  /// A handle in whose storage operations something goes wrong, or is watched.
  func open(_ faults: FaultInjector) async throws -> any MessageRepository {
    try await subject.repository(in: environment.injecting(faults))
  }

  /// Hears of commits; has heard of the present revision, if the subject tells it.
  func listen(
    to repository: any MessageRepository, _ scope: Scope = Scope()
  ) async -> CommitListener {
    let listener = CommitListener(repository.commits(in: scope), conversation: nil)
    await listener.wait(for: .zero, moving: environment.clock, patience: patience)
    return listener
  }

  /// Waits until a listener has heard of a revision.
  func hear(_ revision: Revision, _ listener: CommitListener) async {
    await listener.wait(for: revision, moving: environment.clock, patience: patience)
  }

  private var patience: Duration {
    subject.capabilities.contains(.virtualTime) ? .milliseconds(200) : .seconds(2)
  }
}
