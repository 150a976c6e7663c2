import BuiltInSubjects
import MessagingConformanceTesting
import Testing

@Suite(.conformance(MemorySubject()))
struct MemoryConformance {
  @Test(arguments: Conformance.requirements)
  func requirement(_ requirement: ConformanceRequirement) async { await requirement.check() }
}
