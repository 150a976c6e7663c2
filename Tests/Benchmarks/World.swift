import Foundation
import MessagingCore
import MessagingModel
import MessagingSQLite

let chat: ConversationID = "conversation-0001"
let owner: ParticipantID = "participant-me"

/// The conversation that is measured: message `n` of `count` is `n` seconds old, 20 are unread.
struct World {
  let folder: URL
  let rowCount: Int
  var path: String { folder.appendingPathComponent("filled-\(rowCount).sqlite").path }

  static func place(_ number: Int) -> ServerPosition {
    let time = Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 1_000)
    return ServerPosition(
      serverTime: time, timestamp: time, remoteID: RemoteID("transaction-\(number)"))
  }

  static func message(_ number: Int) -> ReceivedMessage {
    ReceivedMessage(
      conversation: chat, position: place(number), sender: "participant-ann",
      body: .text(
        ExactString("Message number \(number): see you at the station at half past seven, or so.")))
  }

  /// - Parameter isLive: whether nothing is missing above it.
  static func page(_ numbers: Range<Int>, isLive: Bool = false) -> Change {
    .page(
      HistoryPage(
        conversation: chat, messages: numbers.map(message),
        reach: isLive ? .live : .position(place(numbers.upperBound)),
        reachesStart: numbers.lowerBound == 0, token: "older"))
  }

  static func marker(at remoteID: RemoteID) -> Change {
    .relate(
      Relation(
        conversation: chat, target: .remote(remoteID), author: owner,
        version: .original, action: .receipt(1_700_000_000_000)))
  }

  /// Fills the file once; later runs find it.
  func fill() async throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    print("Filling \(path) with \(rowCount) messages …")
    fflush(nil)
    let unfinished = path + ".unfinished"
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: unfinished + suffix)
    }
    let repository = try await SQLiteRepository(path: unfinished, owner: owner)
    for start in stride(from: 0, to: rowCount, by: 500) {
      _ = try await repository.apply([World.page(start..<min(start + 500, rowCount))])
    }
    _ = try await repository.apply([World.marker(at: World.place(rowCount - 21).remoteID)])
    await repository.close()
    try FileManager.default.moveItem(atPath: unfinished, toPath: path)
  }

  /// A path that nothing is at.
  func fresh(_ name: String) throws -> String {
    let path = folder.appendingPathComponent(name).path
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    return path
  }
}
