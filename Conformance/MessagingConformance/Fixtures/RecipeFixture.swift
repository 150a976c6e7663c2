internal import MessagingModel

/// A history that is too long for a file: the name of its generator, the number of rows, the
/// checksum of all of them, and the first twenty rows to look at.
package struct RecipeFixture: Hashable, Sendable {
  static let generators = ["long-conversation"]
  static let shown = 20

  package let conversation: LongConversation
  let totalHeight: Int
  let byteCount: Int
  let digest: String
  let firstRows: [Row]

  struct Row: Hashable, Sendable {
    let height: Int
    let change: Change
  }

  /// Creates the recipe of what the generator produces now.
  package init(_ conversation: LongConversation) {
    self.conversation = conversation
    totalHeight = conversation.totalHeight
    let arrivals = conversation.arrivals
    let bytes = (arrivals + conversation.promotions).flatMap { change -> [UInt8] in
      change.canonical + [UInt8(ascii: "\n")]
    }
    byteCount = bytes.count
    digest = FixtureFile.digest(bytes)
    firstRows = arrivals.prefix(RecipeFixture.shown).enumerated().map { index, change in
      Row(height: conversation.height(index), change: change)
    }
  }

  /// Reads the lines of a file. They are not yet compared with the generator.
  package init(_ file: FixtureFile) throws(FixtureError) {
    guard let first = file.lines.first, first.word == "recipe" else {
      let location = file.lines.first?.location ?? FileLine(file: file.name, line: 1)
      throw FixtureError(location, "a recipe begins with 'recipe {\"generator\":…}'")
    }
    let head = try first.value(Head.self)
    guard RecipeFixture.generators.contains(head.generator.string) else {
      let known = RecipeFixture.generators
      throw FixtureError(
        first.location, Diagnostic.unknown("generator", head.generator.string, known: known))
    }
    guard head.count >= 0, (0...head.count).contains(head.pending),
      head.pending == 0 || head.pending % 11 != 0
    else {
      throw FixtureError(first.location, "\(head.pending) of \(head.count) cannot be pending")
    }
    conversation = LongConversation(count: head.count, pendingCount: head.pending)
    (totalHeight, byteCount, digest) = (head.height, head.bytes, head.digest.string)
    var rows: [Row] = []
    for line in file.lines.dropFirst() {
      guard line.word == "=" else {
        throw FixtureError(
          line.location, Diagnostic.unknown("word", line.word, known: ["recipe", "="]))
      }
      rows.append(try line.value())
    }
    firstRows = rows
  }

  package var lines: [String] {
    let head = Head(
      generator: ExactString(RecipeFixture.generators[0]), count: conversation.count,
      pending: conversation.pendingCount, height: totalHeight, bytes: byteCount,
      digest: ExactString(digest))
    return ["recipe \(head.canonicalText)"] + firstRows.map { "= \($0.canonicalText)" }
  }

  struct Head {
    let generator: ExactString
    let count: Int
    let pending: Int
    let height: Int
    let bytes: Int
    let digest: ExactString
  }
}

extension RecipeFixture.Head: CanonicalCodable {
  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("generator", generator)
      writer.field("count", count)
      writer.field("pending", pending)
      writer.field("height", height)
      writer.field("bytes", bytes)
      writer.field("sha256", digest)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Self(
        generator: try reader.field("generator"), count: try reader.field("count"),
        pending: try reader.field("pending"), height: try reader.field("height"),
        bytes: try reader.field("bytes"), digest: try reader.field("sha256"))
    }
  }
}

extension RecipeFixture.Row: CanonicalCodable {
  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("height", height)
      writer.field("change", change)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Self(height: try reader.field("height"), change: try reader.field("change"))
    }
  }
}
