import Foundation
import MessagingCore
import MessagingModel
import Testing

@Suite struct ConversionTests {
  @Test func `a UUID and a message id are the same bits`() throws {
    let uuid = try #require(UUID(uuidString: "01234567-89AB-CDEF-FEDC-BA9876543210"))
    let id = MessageID(uuid)
    #expect(id.high == 0x0123_4567_89AB_CDEF)
    #expect(id.low == 0xFEDC_BA98_7654_3210)
    #expect(id.description == "0123456789abcdeffedcba9876543210")
    #expect(id.uuid == uuid)
  }

  @Test(arguments: [
    (1.2345, 1_234), (-0.0001, -1), (0, 0), (.infinity, Int64.max), (-.infinity, Int64.min),
  ])
  func `a date becomes the millisecond at or before it`(seconds: Double, milliseconds: Int64) {
    #expect(Timestamp(Date(timeIntervalSince1970: seconds)).milliseconds == milliseconds)
  }

  @Test func `a path follows its root from one run to the next`() throws {
    let before = URL(fileURLWithPath: "/containers/first")
    let after = URL(fileURLWithPath: "/containers/second")
    let path = try #require(
      RelativePath(of: before.appendingPathComponent("photos/a.jpg"), below: before))
    #expect(path.text == "photos/a.jpg")
    #expect(path.url(below: after).path == "/containers/second/photos/a.jpg")
    #expect(RelativePath(of: before.appendingPathComponent("a.jpg"), below: after) == nil)
    #expect(RelativePath(of: before, below: before) == nil)
    let neighbour = URL(fileURLWithPath: "/containers/first-one/a.jpg")
    #expect(RelativePath(of: neighbour, below: before) == nil)
  }
}
