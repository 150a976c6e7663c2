import ExampleBackend
import MessagingConformanceTesting

struct JSONFile: StorageSubject, FileSubject {
  let name = "json-file"
  let capabilities = Profile.full.capabilities.subtracting([.shared, .powerLoss])
  let historiesMax: Int? = 12  // each write forces the disk
  func storage(in environment: ConformanceEnvironment) throws -> any MessageStorage {
    try JSONFileStorage(file: environment.file("chat.jsonl"), onStep: environment.onStep)
  }
}

@Suite(.conformance(JSONFile())) struct JSONFileConformance {
  @Test(arguments: Conformance.requirements)
  func requirement(_ requirement: ConformanceRequirement) async { await requirement.check() }
}
