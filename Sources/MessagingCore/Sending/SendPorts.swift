public import Foundation
public import MessagingModel

/// The dependencies of a send worker.
public struct SendPorts: Sendable {
  public var repository: any MessageRepository
  public var transport: any MessageTransport
  public var uploader: any MediaUploader
  public var files: any OwnedFiles
  public var connectivity: any Connectivity
  public var clock: Stopwatch
  /// The device's time. It is used only to find out how long no process ran (`SEND-091`,
  /// `SEND-092`).
  public var wallClock: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - clock: measures waits; never a wall clock.
  /// - wallClock: the device's clock.
  public init(
    repository: any MessageRepository, transport: any MessageTransport,
    uploader: any MediaUploader, files: any OwnedFiles, connectivity: any Connectivity,
    clock: any Clock<Duration> = ContinuousClock(),
    wallClock: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
  ) {
    self.repository = repository
    self.transport = transport
    self.uploader = uploader
    self.files = files
    self.connectivity = connectivity
    self.clock = Stopwatch(clock)
    self.wallClock = wallClock
  }
}

/// Counts milliseconds since it was created, on any clock.
public struct Stopwatch: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let pause: @Sendable (Duration) async throws -> Void

  public init(_ clock: any Clock<Duration>) {
    self = Stopwatch.over(clock)
  }

  private init(
    elapsed: @escaping @Sendable () -> Duration,
    pause: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.elapsed = elapsed
    self.pause = pause
  }

  private static func over(_ clock: some Clock<Duration>) -> Stopwatch {
    let start = clock.now
    return Stopwatch(
      elapsed: { start.duration(to: clock.now) },
      pause: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }

  /// The time since creation, in whole milliseconds.
  public var now: Int64 {
    let (seconds, attoseconds) = elapsed().components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }

  /// Sleeps until ``now`` reaches a value.
  ///
  /// - Throws: `CancellationError`.
  public func sleep(until milliseconds: Int64) async throws {
    try await pause(.milliseconds(milliseconds))
  }
}
