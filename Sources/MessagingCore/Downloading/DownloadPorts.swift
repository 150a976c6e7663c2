internal import MessagingModel

/// The dependencies of a download worker.
public struct DownloadPorts: Sendable {
  public var downloader: any MediaDownloader
  public var files: any DownloadedFiles
  public var connectivity: any Connectivity
  public var clock: Stopwatch

  /// - Parameter clock: measures waits; never a wall clock.
  public init(
    downloader: any MediaDownloader, files: any DownloadedFiles, connectivity: any Connectivity,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.downloader = downloader
    self.files = files
    self.connectivity = connectivity
    self.clock = Stopwatch(clock)
  }
}
