/// When news of commits goes out.
public struct AnnouncementOptions: Sendable {
  /// Measures ``metadataInterval`` and ``pollInterval``.
  public let clock: any Clock<Duration>
  /// Commits that changed metadata alone wait so long for others to go out with (`REPO-029`); zero
  /// sends each at once. Structure and content never wait.
  public let metadataInterval: Duration
  /// How often to look for commits of other handles and processes while somebody observes; `nil` to
  /// look only when something is read.
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
