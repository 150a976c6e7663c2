import Foundation
import MessagingModel
import Testing

@testable import MessagingCore

/// The part of a download, between the disk that opens it and whoever gives the download up.
@Suite("The gate of a part", .timeLimit(.minutes(10))) struct PartGateTests {
  private let files = MemoryFiles()
  private let closed = DownloadError(.disk, code: "closed")

  private func part() async throws -> any PartialFile {
    try await files.part(StoredName(FileKey("photo", .whole)), from: 0)
  }

  @Test("an open part is handed over, and closed once with its gate") func opened() async throws {
    let gate = PartGate()
    #expect(!gate.isClosed)
    gate.open(.success(try await part()))
    let part = try await gate.part()
    try await part.write(Data([1]))
    gate.close()
    gate.close()
    #expect(gate.isClosed && files.log == ["part 0", "close"])
    await #expect(throws: closed) { try await part.write(Data([2])) }
  }

  @Test("a part whose gate closed before anybody took it is not handed over (LOAD-006)")
  func closedBeforeTaken() async throws {
    let gate = PartGate()
    gate.open(.success(try await part()))
    gate.close()
    await #expect(throws: closed) { _ = try await gate.part() }
    #expect(files.log == ["part 0", "close"])
  }

  @Test("a part that comes to a closed gate is closed; whoever waits hears of it")
  func closedBeforeOpened() async throws {
    let gate = PartGate()
    gate.close()
    gate.open(.success(try await part()))
    #expect(files.log == ["part 0", "close"])
    await #expect(throws: closed) { _ = try await gate.part() }
  }

  @Test("the error of the disk is handed over") func failed() async {
    let gate = PartGate()
    let full = DownloadError(.diskFull, code: "disk-full")
    gate.open(.failure(full))
    await #expect(throws: full) { _ = try await gate.part() }
  }
}
