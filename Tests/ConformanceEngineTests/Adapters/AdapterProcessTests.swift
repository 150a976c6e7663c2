import Foundation
import MessagingCore
import Testing

@testable import MessagingConformance

/// Programs that end while somebody writes to them or hears of them.
struct AdapterProcessTests {
  @Test func `the rest of a line never goes to another file`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("adapter-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (begun, begin) = AsyncStream<Void>.makeStream()
    // It takes one byte of the line. The rest is more than a pipe holds.
    let process = try AdapterProcess(
      command: "head -c 1 > /dev/null; echo begun; exec sleep 600",
      onLine: { _ in begin.finish() }, onEnd: { _ in begin.finish() })
    let (written, end) = AsyncStream<Bool>.makeStream()
    Thread.detachNewThread {
      let line = Array(repeating: UInt8(ascii: "x"), count: 1 << 22)
      end.yield(process.write(line, until: .now + .seconds(60)))
      end.finish()
    }
    for await _ in begun {}
    process.closeInput()
    // One of these files gets the number of the pipe, if the pipe is closed.
    let files = try (0..<64).map { number in
      let url = folder.appendingPathComponent("\(number)")
      try Data().write(to: url)
      return try FileHandle(forWritingTo: url)
    }
    process.kill()
    for await isWritten in written { #expect(!isWritten) }
    for file in files { #expect(try file.seekToEnd() == 0) }
  }

  @Test func `a session whose last user is its own reader ends at once`() async throws {
    let (ended, end) = AsyncStream<ContinuousClock.Instant>.makeStream()
    let gate = Pipe()
    let (held, release) = (gate.fileHandleForReading, gate.fileHandleForWriting)
    let (entered, enter) = AsyncStream<Void>.makeStream()
    let commit = #"{"event":"commit","observer":1,"commit":{"revision":1,"kinds":[]}}"#
    let command = #"read l; echo '{"id":1}'; echo '\#(commit)'; exec sleep 600"#
    var session: AdapterSession? = try AdapterSession(
      { try AdapterProcess(command: command, onLine: $0, onEnd: $1) }, timeLimit: .seconds(20))
    // The session alone owns the token.
    _ = session?.listen { [token = Token { end.yield(.now) }] _ in
      withExtendedLifetime(token) { enter.finish() }
      _ = try? held.read(upToCount: 1)
    }
    _ = try await session?.ask("hello")
    for await _ in entered {}
    session = nil
    let start = ContinuousClock.now
    try release.write(contentsOf: [1])
    for await end in ended {
      #expect(end - start < .seconds(4))
      break
    }
  }
}

/// Calls a function when it goes away.
private final class Token: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
