package import Foundation
package import MessagingModel

/// The response of a homeserver, read from bytes alone, without a network or an account.
package struct MatrixAnswer: Sendable {
  /// The text is not JSON. The error contains nothing of the text.
  package typealias Malformed = JSONReader.Malformed

  private let json: JSON

  /// Reads the body of a response.
  package init(_ body: Data) throws(Malformed) { json = try JSONReader.read(body) }

  /// The response, written as this package writes JSON.
  package var written: Data { json.data }

  /// The conversations in the response, read as an answer to `/sync` and also as a page of
  /// `/messages` of one room; empty if it is neither.
  package func parts(owner: ParticipantID) -> [ConversationPart] {
    let book = MatrixBook(file: nil)
    let news = MatrixNews(json, owner: owner, book: book)?.parts ?? []
    let room: ConversationID = "!page:example.org"
    var timeline = MatrixTimeline(room, owner: owner, book: book)
    guard HistoryAnswer(matrix: json, in: &timeline) != nil else { return news }
    return news + [ConversationPart(room, items: timeline.items)]
  }
}
