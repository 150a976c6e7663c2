import MessagingModel

/// A queue that is online and knows its disk, at a time that the test sets. Its waits are exact:
/// 1, 2, 4 … seconds. Ticket 1 was the listing of the disk; the first download has ticket 2.
struct QueueBench {
  static var policy: DownloadPolicy {
    var policy = DownloadPolicy()
    policy.retry.jitter = 0
    policy.unknownLimit = 50
    policy.progressStep = 1
    return policy
  }

  var queue: DownloadQueue
  var now: Int64 = 0

  init(_ policy: DownloadPolicy = policy, holding files: [StoredFile] = []) {
    queue = DownloadQueue(policy: policy, seed: 1)
    _ = queue.handle(.online(true), at: 0)
    _ = queue.handle(.found(DownloadTicket(1), files), at: 0)
  }

  var status: DownloadStatus { queue.status }

  mutating func tell(_ event: DownloadEvent) -> [DownloadAction] { queue.handle(event, at: now) }

  mutating func want(_ wishes: FileWish..., on screen: Int = 0) -> [DownloadAction] {
    tell(.wished(FileScreen(screen), wishes))
  }

  mutating func clock(_ now: Int64) -> [DownloadAction] {
    self.now = now
    return tell(.clock)
  }

  mutating func received(_ ticket: Int64, _ count: Int) -> [DownloadAction] {
    tell(.received(DownloadTicket(ticket), count))
  }

  mutating func ended(_ ticket: Int64, _ count: Int) -> [DownloadAction] {
    tell(.ended(DownloadTicket(ticket), .success(count)))
  }

  mutating func failed(
    _ ticket: Int64, _ kind: DownloadError.Kind, _ code: ExactString
  ) -> [DownloadAction] {
    tell(.ended(DownloadTicket(ticket), .failure(DownloadError(kind, code: code))))
  }
}

/// A file on the disk.
func stored(_ file: FileKey, _ count: Int, whole: Bool = true, seen: Int64 = 0) -> StoredFile {
  StoredFile(
    StoredName(file), byteCount: count, isWhole: whole, seen: Timestamp(milliseconds: seen))
}

extension DownloadAction {
  static func download(
    _ ticket: Int64, _ file: FileKey, from offset: Int = 0, limit: Int
  ) -> DownloadAction {
    .download(
      DownloadTicket(ticket),
      DownloadRequest(file, name: StoredName(file), offset: offset, limit: limit))
  }

  static func abort(_ ticket: Int64) -> DownloadAction { .abort(DownloadTicket(ticket)) }

  static func evict(_ file: FileKey) -> DownloadAction { .evict(StoredName(file)) }

  static func keep(_ ticket: Int64, _ file: FileKey, _ count: Int) -> DownloadAction {
    .keep(DownloadTicket(ticket), StoredName(file), byteCount: count)
  }
}
