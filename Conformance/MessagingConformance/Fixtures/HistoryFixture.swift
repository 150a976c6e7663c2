package import MessagingModel

/// Changes of conversation `k1` of owner `me`, and what must be read after them.
package struct HistoryFixture: Hashable, Sendable {
  /// The history of one store, from its beginning.
  package struct Case: Hashable, Sendable {
    package let name: String
    /// Whether every order of the batches must lead to the same rows.
    package var isAnyOrder = false
    package var steps: [Step] = []

    package init(name: String, isAnyOrder: Bool = false) {
      self.name = name
      self.isAnyOrder = isAnyOrder
    }
  }

  package enum Step: Hashable, Sendable {
    /// One call of `apply`.
    case apply([Change])
    /// The whole timeline, with the oldest row first.
    case rows([TimelineRow])
    /// Pages of at most `limit` rows, from the newest to the oldest: the remote ids in each.
    case walk(limit: Int, pages: [[RemoteID]])
  }

  package static let conversation: ConversationID = "k1"
  package static let owner: ParticipantID = "me"
  static let words = ["case", "any-order", "apply", "&", "=", "walk", ">"]

  package private(set) var cases: [Case] = []

  package init(cases: [Case]) {
    self.cases = cases
  }

  /// Reads the lines of a file.
  package init(_ file: FixtureFile) throws(FixtureError) {
    for line in file.lines {
      if line.word == "case" {
        try begin(line)
      } else {
        guard !cases.isEmpty else {
          throw FixtureError(line.location, "'\(line.word)' before the first 'case NAME'")
        }
        try cases[cases.count - 1].read(line)
      }
    }
    for read in cases {
      guard let last = read.steps.last, last.isExpectation else {
        let end = file.lines.last?.location ?? FileLine(file: file.name, line: 1)
        throw FixtureError(end, "case \(read.name) does not end with '=' or '>'")
      }
    }
  }

  /// Checks the name of a case.
  static func check(_ name: String, at location: FileLine) throws(FixtureError) {
    let isPlain = name.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
    }
    guard isPlain, !name.isEmpty else {
      throw FixtureError(location, "a case is named with a-z, 0-9 and '-'")
    }
  }

  /// Returns every case to play, with its place in words. A case in any order is returned once for
  /// each order.
  ///
  /// - Parameter ordersMax: the maximum number of orders of a case, spread evenly; `nil` for all.
  func played(named name: String, ordersMax: Int? = nil) -> [(one: Case, place: String)] {
    cases.flatMap { one -> [(one: Case, place: String)] in
      let place = "\(name), case \(one.name)"
      guard one.isAnyOrder else { return [(one, place)] }
      let batches = one.batches
      let orders = Orders(of: batches.count, asked: .all, max: ordersMax, seed: 1)
      return orders.all.enumerated().map { index, order in
        var reordered = one
        reordered.steps = order.map { .apply(batches[$0]) } + one.steps.filter(\.isExpectation)
        return (reordered, "\(place), order \(index + 1)")
      }
    }
  }

  private mutating func begin(_ line: FixtureFile.Line) throws(FixtureError) {
    let name = String(line.rest)
    try HistoryFixture.check(name, at: line.location)
    guard !cases.contains(where: { $0.name == name }) else {
      throw FixtureError(line.location, "the case \(name) appears twice")
    }
    cases.append(Case(name: name))
  }
}

extension HistoryFixture.Step {
  var isExpectation: Bool {
    switch self {
    case .apply: false
    case .rows, .walk: true
    }
  }
}

extension HistoryFixture.Case {
  /// The batches, in written order.
  package var batches: [[Change]] {
    steps.compactMap { if case .apply(let changes) = $0 { changes } else { nil } }
  }

  fileprivate mutating func read(_ line: FixtureFile.Line) throws(FixtureError) {
    switch line.word {
    case "any-order":
      guard line.rest.isEmpty, steps.isEmpty else {
        throw FixtureError(line.location, "'any-order' stands alone, below 'case'")
      }
      isAnyOrder = true
    case "apply": steps.append(.apply([try line.value()]))
    case "&":
      guard case .apply(let batch)? = steps.last else {
        throw FixtureError(line.location, "'&' joins the 'apply' above; there is none")
      }
      steps[steps.count - 1] = .apply(batch + [try line.value()])
    case "=": try readRow(line)
    case "walk":
      guard let limit = Int(line.rest), (1...Limits.page).contains(limit) else {
        throw FixtureError(line.location, "'walk' needs a limit from 1 to \(Limits.page)")
      }
      steps.append(.walk(limit: limit, pages: []))
    case ">":
      guard case .walk(let limit, let pages)? = steps.last else {
        throw FixtureError(line.location, "'>' is a page of the 'walk' above; there is none")
      }
      let page = try line.value(RemoteIDs.self).ids
      steps[steps.count - 1] = .walk(limit: limit, pages: pages + [page])
    default:
      let known = HistoryFixture.words
      throw FixtureError(line.location, Diagnostic.unknown("word", line.word, known: known))
    }
  }

  private mutating func readRow(_ line: FixtureFile.Line) throws(FixtureError) {
    var rows: [TimelineRow]?
    if case .rows(let above)? = steps.last { rows = above }
    guard line.rest != "none" else {
      guard rows == nil else { throw FixtureError(line.location, "'= none' stands alone") }
      return steps.append(.rows([]))
    }
    let row = try line.value(TimelineRow.self)
    guard let above = rows else { return steps.append(.rows([row])) }
    guard !above.isEmpty else { throw FixtureError(line.location, "'= none' stands alone") }
    steps[steps.count - 1] = .rows(above + [row])
  }
}

/// The remote ids of a page.
package struct RemoteIDs: CanonicalCodable {
  let ids: [RemoteID]

  package init(_ ids: [RemoteID]) { self.ids = ids }

  package func encode(to writer: inout CanonicalWriter) {
    writer.array(ids) { $1.encode(to: &$0) }
  }

  package init(from reader: inout CanonicalReader) throws(CanonicalError) {
    ids = try reader.array { reader throws(CanonicalError) in try RemoteID(from: &reader) }
  }
}
