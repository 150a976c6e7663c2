import Foundation
import MessagingCore
import MessagingModel

/// A server of files that gives ten bytes at a time, and stops where it is told to.
final class ToyFileServer: MediaDownloader {
  struct State: Sendable {
    var files: [FileKey: Data] = [:]
    /// After so many bytes nothing more comes.
    var stops: [FileKey: Int] = [:]
    /// What the next download comes to.
    var failures: [DownloadError] = []
    /// Goes on when it is cancelled, and tries to hand over what is left.
    var isStubborn = false
    var tellsSize = true
    var requests: [(file: FileKey, offset: Int)] = []
    /// What it heard when it handed over bytes too late.
    var refusals = 0
  }

  let state = Locked(State())

  func put(_ file: FileKey, _ count: Int) {
    let bytes = ToyFileServer.bytes(file, count)
    state.withLock { $0.files[file] = bytes }
  }

  static func bytes(_ file: FileKey, _ count: Int) -> Data {
    let seed = file.remote.byteCount + file.part.rawValue
    return Data((0..<count).map { UInt8(truncatingIfNeeded: seed + $0 * 7) })
  }

  var requests: [String] {
    state.current.requests.map { "\($0.file.remote)@\($0.offset)" }
  }

  func download(
    _ file: FileKey, from offset: Int,
    hear: @escaping @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError) {
    let (state, failure) = state.withLock { state in
      state.requests.append((file, offset))
      return (state, state.failures.isEmpty ? nil : state.failures.removeFirst())
    }
    if let failure { throw failure }
    guard let bytes = state.files[file] else { throw DownloadError(.refused, code: "404") }
    try await hear(.begins(total: state.tellsSize ? bytes.count : nil))
    let stop = state.stops[file]
    var place = offset
    while place < min(stop ?? bytes.count, bytes.count) {
      let next = min(place + 10, stop ?? bytes.count, bytes.count)
      try await hear(.bytes(bytes[place..<next]))
      place = next
    }
    guard stop != nil else { return }
    let (silence, _) = AsyncStream<Void>.makeStream()
    for await _ in silence {}
    // It was cancelled.
    guard state.isStubborn else { throw DownloadError(.transient, code: "cancelled") }
    do throws(DownloadError) {
      try await hear(.bytes(bytes[place...]))
    } catch {
      self.state.withLock { $0.refusals += 1 }
      throw error
    }
  }
}
