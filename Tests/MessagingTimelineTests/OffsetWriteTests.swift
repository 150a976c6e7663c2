import MessagingModel
import MessagingTimeline
import Testing

/// What a list records of its writes.
@Suite("A write of the offset") struct OffsetWriteTests {
  private func points(_ number: Double) throws -> Length { try #require(Length(number)) }

  @Test("a correction has no reason, and moves by what the offset changed") func correction() throws
  {
    let write = OffsetWrite(
      .compensation(offset: 130, delta: 30), from: 100, distanceFromEnd: 12)
    #expect(write.reason == nil)
    #expect(write.by == (try points(30)))
    #expect(write.distanceFromEnd == (try points(12)))
  }

  @Test("a scroll has its reason, also upwards") func scroll() throws {
    for reason in ScrollCommand.Reason.allCases {
      let write = OffsetWrite(
        .programmatic(offset: 40, reason: reason), from: 100, distanceFromEnd: 0)
      #expect(write.reason == reason)
      #expect(write.by == (try points(-60)))
      #expect(write.distanceFromEnd == .zero)
    }
  }

  @Test("what is no number counts as nothing") func noNumber() throws {
    let write = OffsetWrite(
      .programmatic(offset: .nan, reason: .jump), from: 100, distanceFromEnd: .infinity)
    #expect(write.by == (try points(-100)))
    #expect(write.distanceFromEnd == .zero)
  }

  @Test("each reason has a word of its own in an export") func words() {
    let words = ScrollCommand.Reason.allCases.map { reason in
      String(
        decoding: DiagnosticRecord(.wished(reason), at: 1).canonical, as: UTF8.self)
    }
    for (reason, line) in zip(ScrollCommand.Reason.allCases, words) {
      #expect(line.contains("\"\(reason)\""))
    }
  }

  @Test("a view is 320 points wide unless somebody says otherwise") func width() {
    #expect(ScrollGeometry(height: 100).width == 320)
  }
}
