/// When observers receive commits.
public struct AnnouncementOptions: Sendable {
  /// Measures ``metadataInterval`` and ``pollInterval``.
  public let clock: any Clock<Duration>
  /// How long a commit that changed only metadata waits, so that several can be delivered together
  /// (`REPO-029`). Zero delivers each at once. Structure and content never wait.
  public let metadataInterval: Duration
  /// How often to look for commits of other handles and processes while there is an observer; `nil`
  /// to look only when something is read or written.
  public let pollInterval: Duration?

  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    metadataInterval: Duration = .milliseconds(100), pollInterval: Duration? = nil
  ) {
    self.clock = clock
    self.metadataInterval = metadataInterval
    self.pollInterval = pollInterval
  }
}
