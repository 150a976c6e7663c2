import Foundation
import MessagingCore
import MessagingModel

import struct MessagingConformance.SeededRandom

/// A server of files whose mood is drawn: it breaks off, falls silent, refuses, says wrong sizes.
/// Once it is calm it gives what is asked for. The bytes that it gives are always right.
final class MoodyFileServer: MediaDownloader {
  struct State: Sendable {
    var random: SeededRandom
    var isCalm = false
    /// How many requests there were.
    var requests = 0
    /// Those who are silent until the server is calm.
    var silent: [AsyncStream<Void>.Continuation] = []
    /// How often each mood was met.
    var moods: [String: Int] = [:]
  }

  let sizes: [FileKey: Int]
  let state: Locked<State>

  init(_ sizes: [FileKey: Int], _ random: SeededRandom) {
    self.sizes = sizes
    state = Locked(State(random: random))
  }

  static func bytes(_ file: FileKey, _ count: Int) -> Data { ToyFileServer.bytes(file, count) }

  /// From now on nothing fails, and who was silent says so.
  func calm() {
    let silent = state.withLock { state in
      state.isCalm = true
      return state.silent
    }
    for one in silent { one.finish() }
  }

  func download(
    _ file: FileKey, from offset: Int,
    hear: @escaping @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError) {
    guard let size = sizes[file] else { throw DownloadError(.refused, code: "404") }
    let bytes = MoodyFileServer.bytes(file, size)
    let (mood, stop) = state.withLock { state in
      var mood = state.isCalm ? 9 : state.random.below(12)
      let stop = offset + state.random.below(max(1, size - offset))
      // Only a request that goes on can be refused for its offset.
      if mood == 5, offset == 0 { mood = 9 } else if mood > 9, offset > 0 { mood = 5 }
      state.requests += 1
      state.moods["\(mood)", default: 0] += 1
      return (mood, stop)
    }
    switch mood {
    case 0: throw DownloadError(.transient, code: "503", retryAfter: 4_000)
    case 1: throw DownloadError(.offline, code: "no-route")
    case 2: throw DownloadError(.refused, code: "404")
    case 3: throw DownloadError(.unauthorized, code: "401")
    case 4: return try await hear(.begins(total: size + 1))
    case 5: throw DownloadError(.offset, code: "416")
    default: try await hear(.begins(total: size))
    }
    var place = offset
    let end = (6...8).contains(mood) ? stop : size
    while place < end {
      let next = min(place + 7, end)
      try await hear(.bytes(bytes[place..<next]))
      place = next
    }
    if mood == 6 { throw DownloadError(.transient, code: "cut") }
    if mood == 7 {
      let (silence, end) = AsyncStream<Void>.makeStream()
      let isCalm = state.withLock { state in
        state.silent.append(end)
        return state.isCalm
      }
      if !isCalm { for await _ in silence {} }
      throw DownloadError(.transient, code: "silent")
    }
    // Mood 8 says that this was all.
  }
}
