public import MessagingModel

/// How a ``MessagingClient`` behaves where products differ: how long it waits before it tries
/// again, how much goes on at once, what is sent by which network.
public struct ClientPolicies: Sendable {
  public var sending: SendPolicy
  public var syncing: SyncPolicy
  public var downloading: DownloadPolicy

  public init(
    sending: SendPolicy = SendPolicy(), syncing: SyncPolicy = SyncPolicy(),
    downloading: DownloadPolicy = DownloadPolicy()
  ) {
    self.sending = sending
    self.syncing = syncing
    self.downloading = downloading
  }
}
