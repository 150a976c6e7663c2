internal import Foundation
public import MessagingModel

/// The dependencies of a ``MessagingClient``.
public struct ClientPorts: Sendable {
  public var repository: any MessageRepository
  public var sending: any MessageTransport
  public var syncing: any SyncTransport
  public var uploader: any MediaUploader
  /// Where the files of outgoing messages are stored.
  public var files: OwnedDirectory
  public var connectivity: any Connectivity
  /// How files are downloaded, and where they are stored; `nil` in a client that shows no files.
  public var downloading: Downloading?
  /// Returns why nothing can be sent to a conversation; `nil` if sending is possible. The composer
  /// refuses drafts and edits with this reason (`DRAFT-009`). It must not wait for another call
  /// about the same message.
  public var obstacle: @Sendable (ConversationID) async -> FailureReason? = { _ in nil }
  /// Measures waits; never a wall clock.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// The device's time.
  public var wallClock: @Sendable () -> Timestamp = { Timestamp(Date()) }

  /// How files are downloaded, and where they are stored.
  public struct Downloading: Sendable {
    public var downloader: any MediaDownloader
    public var files: any DownloadedFiles

    public init(downloader: any MediaDownloader, files: any DownloadedFiles) {
      self.downloader = downloader
      self.files = files
    }
  }

  public init(
    repository: any MessageRepository, sending: any MessageTransport,
    syncing: any SyncTransport, uploader: any MediaUploader, files: OwnedDirectory,
    connectivity: any Connectivity, downloading: Downloading? = nil
  ) {
    self.repository = repository
    self.sending = sending
    self.syncing = syncing
    self.uploader = uploader
    self.files = files
    self.connectivity = connectivity
    self.downloading = downloading
  }

  var sendPorts: SendPorts {
    SendPorts(
      repository: repository, transport: sending, uploader: uploader, files: files,
      connectivity: connectivity, clock: clock, wallClock: wallClock)
  }

  func syncPorts(diagnoses: @escaping @Sendable () -> AsyncStream<SendDiagnosis>) -> SyncPorts {
    SyncPorts(
      repository: repository, transport: syncing, connectivity: connectivity, sending: diagnoses,
      clock: clock)
  }

  var downloadPorts: DownloadPorts? {
    downloading.map { downloading in
      DownloadPorts(
        downloader: downloading.downloader, files: downloading.files, connectivity: connectivity,
        clock: clock)
    }
  }
}
