import MessagingModel
import Testing

/// What a queue announces while there is no network.
@Suite("Downloads without a network") struct DownloadOfflineTests {
  private let photo = FileKey("photo", .whole)

  /// A worker that is woken for nothing costs a battery, and a screen would count down to nothing.
  @Test("without a network nothing is tried again by the clock, then at once (LOAD-014)")
  func noAttempt() {
    var bench = QueueBench()
    #expect(bench.want(FileWish(photo, byteCount: 100)) == [.download(2, photo, limit: 100)])
    #expect(bench.failed(2, .transient, "503") == [])
    #expect(bench.status.nextAttempt == 1_000 && bench.queue.nextDeadline == 1_000)
    bench.now = 10
    #expect(bench.tell(.online(false)) == [])
    #expect(bench.status.nextAttempt == nil && bench.queue.nextDeadline == nil)
    #expect(bench.tell(.online(true)) == [.download(3, photo, limit: 100)])
  }
}
