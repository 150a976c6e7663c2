import Testing

@testable import MessagingModel

/// What is taken from the damaged record of a conversation, and which damaged messages count as
/// unsent (`REPO-044`).
@Suite struct SalvageRecordTests {
  private static let own = Retraction(
    key: MessageKey("k1", MessageID(high: 0, low: 1)), sequence: 4)
  private static let foreign = Retraction(
    key: MessageKey("k2", MessageID(high: 0, low: 2)), sequence: 5)
  private static let files = [MessageID(high: 0, low: 7), MessageID(high: 0, low: 8)]
  private static let record = ConversationRecord(
    id: "k1", gaps: GapSet(gaps: []), readMarker: .unconfirmed(sequence: 3), unreported: 9,
    unreadFloor: 12, retractions: [own, foreign], filesToRemove: files, structure: Revision(4))

  /// Damaged bytes, and what is left.
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: @Sendable (String) -> String
    var floor = 12
    var keepsRetractions = true
    var keepsFiles = true
  }

  private static let damages: [Damage] = [
    Damage(testDescription: "its first byte", bytes: { "?" + $0.dropFirst() }),
    Damage(testDescription: "its last byte", bytes: { $0.dropLast() + "?" }),
    Damage(
      testDescription: "cut in the number",
      bytes: { $0.cut(behind: "\"unreadFloor\":1") }, floor: 0,
      keepsRetractions: false, keepsFiles: false),
    Damage(
      testDescription: "cut behind the number",
      bytes: { $0.cut(behind: "\"unreadFloor\":12") }, floor: 0,
      keepsRetractions: false, keepsFiles: false),
    Damage(
      testDescription: "cut behind the comma",
      bytes: { $0.cut(behind: "\"unreadFloor\":12,") },
      keepsRetractions: false, keepsFiles: false),
    Damage(
      testDescription: "a negative number",
      bytes: { "?" + $0.replacing("\"unreadFloor\":12", with: "\"unreadFloor\":-12") }, floor: 0),
    Damage(
      testDescription: "no number",
      bytes: { $0.replacing("\"unreadFloor\":12", with: "\"unreadFloor\":1x") }, floor: 0),
    Damage(
      testDescription: "cut in the files",
      bytes: { $0.cut(behind: "\"filesToRemove\":[\"000") }, keepsFiles: false),
    Damage(
      testDescription: "the retractions", bytes: { $0.replacing("\"seq", with: "seq") },
      keepsRetractions: false),
    Damage(
      testDescription: "nothing is left", bytes: { _ in "" }, floor: 0, keepsRetractions: false,
      keepsFiles: false),
  ]

  @Test(arguments: damages) func `whole members of a record are kept`(damage: Damage) throws {
    let text = String(decoding: Self.record.canonical, as: UTF8.self)
    let bytes = Array(damage.bytes(text).utf8)
    #expect(bytes != Self.record.canonical)
    let row = FoundRow(
      name: RecordKey.conversation("k1").bytes, canonical: bytes, isInOutbox: false)
    let salvage = try #require(Salvage(of: "k1", from: [row]))
    let left = ConversationRecord(
      id: "k1", unreadFloor: damage.floor, retractions: damage.keepsRetractions ? [Self.own] : [],
      filesToRemove: damage.keepsFiles ? Self.files : [])
    #expect(salvage.rows == [.conversation(left)])
    #expect(
      salvage.notices == [Notice(.recordLost, "k1", .id(MessageID(high: 0, low: 0)))])
  }

  @Test func `a message that cannot be read is unsent by its bytes, or by the list that has it`()
    throws
  {
    let key = MessageKey("k1", MessageID(high: 0, low: 1))
    let name = RecordKey.message("k1", .id(key.id)).bytes
    let lost = [Notice(.unsentLost, "k1", .id(key.id))]
    let mark = #"?"position":{"local":4?"#
    let change = #"?"dependents":[?"#
    // In a text, quotes are escaped.
    let quoted = #"?\"position\":{\"local\":4 \"dependents\":[?"#
    let cases: [(bytes: String, isInOutbox: Bool, notices: [Notice])] = [
      (mark, false, lost), (change, false, lost), (quoted, false, []), ("", false, []),
      (quoted, true, lost), ("", true, lost), (mark, true, lost),
    ]
    for (bytes, isInOutbox, notices) in cases {
      let row = FoundRow(name: name, canonical: Array(bytes.utf8), isInOutbox: isInOutbox)
      #expect(row.bytes == Array(bytes.utf8))
      let salvage = try #require(Salvage(of: "k1", from: [row]))
      #expect(salvage.rows.isEmpty)
      #expect(salvage.notices == notices, "\(bytes), in the outbox: \(isInOutbox)")
    }
  }
}

extension String {
  /// The text up to a part of it, and that part.
  fileprivate func cut(behind part: String) -> String {
    firstRange(of: part).map { String(self[..<$0.upperBound]) } ?? ""
  }
}
