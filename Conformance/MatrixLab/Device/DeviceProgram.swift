internal import Foundation
internal import MessagingCore
internal import MessagingSQLite

/// One device of one person, as the lab's script plays it: a store in a file, the worker that
/// sends, the engine that syncs, over a real homeserver. Commands come line by line on the standard
/// input, each answered by a line. The script kills it whenever it likes.
@main struct DeviceProgram {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let text = environment["MATRIX_DEVICE"] else {
      let words = "error: MATRIX_DEVICE is not set; start Conformance/matrix-lab, which sets it\n"
      FileHandle.standardError.write(Data(words.utf8))
      exit(64)
    }
    let settings = try JSONDecoder().decode(DeviceSettings.self, from: Data(text.utf8))
    let device = try await Device(settings)
    let (lines, input) = AsyncStream<String>.makeStream()
    // Reading blocks: on a thread of its own.
    Thread.detachNewThread {
      while let line = readLine() { input.yield(line) }
      input.finish()
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await device.worker.run() }
      group.addTask { await device.engine.run() }
      for await line in lines {
        let answer = await device.answer(to: line)
        FileHandle.standardOutput.write(answer + Data("\n".utf8))
      }
      group.cancelAll()
    }
    await device.repository.close()
  }
}

/// Who it is, and where everything lies.
struct DeviceSettings: Decodable, Sendable {
  let homeserver: URL
  let user: String
  let token: String
  let folder: URL
  /// Events of a room in one answer; small ones leave gaps.
  let timeline: Int
  let page: Int
  let isOnline: Bool
  /// Kills itself when the server has answered so many sends, before anybody hears of the last one.
  let diesAfter: Int?
  /// Sends each request twice.
  let repeats: Bool
}
