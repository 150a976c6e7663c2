import BuiltInSubjects
import ExampleBackend
import MessagingConformance
import MessagingCore
import Testing

/// A store of plain files says what it asks of the disk, and is found out when it does not wait.
@Suite struct PowerLossTests {
  @Test(arguments: ["REPO-080", "REPO-081", "REPO-082"])
  func `a store of plain files survives a loss of power`(id: String) async throws {
    #expect(try await outcomes(of: id, on: JSONSubject()).allSatisfy { $0 == .pass })
  }

  @Test func `a folder that nobody waits for loses the new name`() async throws {
    let subject = CarelessSubject { if case .syncFolder = $0 { false } else { true } }
    #expect(try await outcomes(of: "REPO-080", on: subject) == [.pass])
    #expect(try await outcomes(of: "REPO-081", on: subject) == [.fail])
  }

  @Test func `a file that nobody waits for loses its bytes`() async throws {
    let subject = CarelessSubject { if case .sync = $0 { false } else { true } }
    #expect(try await outcomes(of: "REPO-080", on: subject) == [.fail])
  }

  @Test func `a subject that announces nothing cannot claim it`() async throws {
    let subject = CarelessSubject { _ in false }
    #expect(try await outcomes(of: "CAPA-001", on: subject) == [.fail])
  }

  private func outcomes(
    of id: String, on subject: any ConformanceSubject
  ) async throws -> [Outcome] {
    let id = try #require(RequirementID(id))
    return await ConformanceRunner(spec: try .bundled(), options: RunOptions(historiesMax: 1))
      .report(of: id, on: subject).results.map(\.outcome)
  }
}

/// The example, of whose steps only some are taken.
private struct CarelessSubject: StorageSubject {
  let name = "careless"
  let capabilities = JSONSubject().capabilities
  let takes: @Sendable (FileStep) -> Bool

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    let file = environment.file("chat.jsonl")
    return try JSONFileStorage(file: file, onStep: nil) { [takes] step in
      takes(step) ? environment.disk.announce(DiskStep(step))?.errorNumber : nil
    }
  }
}
