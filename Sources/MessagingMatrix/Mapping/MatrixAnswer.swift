package import Foundation
package import MessagingModel

/// What a homeserver answered, as far as bytes tell: without a network, and without an account.
package struct MatrixAnswer: Sendable {
  /// Not JSON; nothing of the text is said.
  package typealias Malformed = JSONReader.Malformed

  private let json: JSON

  /// Reads the body of an answer.
  package init(_ body: Data) throws(Malformed) { json = try JSONReader.read(body) }

  /// The same, as this package writes JSON.
  package var written: Data { json.data }

  /// What it says of conversations if it is one of `/sync`, and if it is a page of `/messages` of
  /// one room; empty if it makes no sense.
  package func parts(owner: ParticipantID) -> [ConversationPart] {
    let book = MatrixBook(file: nil)
    let news = MatrixNews(json, owner: owner, book: book)?.parts ?? []
    let room: ConversationID = "!page:example.org"
    var timeline = MatrixTimeline(room, owner: owner, book: book)
    guard HistoryAnswer(matrix: json, in: &timeline) != nil else { return news }
    return news + [ConversationPart(room, items: timeline.items)]
  }
}
