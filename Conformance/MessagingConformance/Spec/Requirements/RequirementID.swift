/// The permanent name of a requirement: `REPO-004`.
///
/// Ids are only ever added. A requirement that no longer holds is withdrawn in place and its id is
/// not used again. The level is not part of the id, so that it can change.
package struct RequirementID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The area that the requirement belongs to.
  package let area: Area
  /// The number, 1 to 999.
  package let number: Int

  /// Creates an id; `nil` if the number is not 1 to 999.
  package init?(area: Area, number: Int) {
    guard (1...999).contains(number) else { return nil }
    self.area = area
    self.number = number
  }

  /// Reads `REPO-004`; `nil` for anything else, including `REPO-4`.
  package init?(_ text: some StringProtocol) {
    guard let dash = text.lastIndex(of: "-"), let area = Area(code: String(text[..<dash]))
    else { return nil }
    let digits = text[text.index(after: dash)...]
    guard digits.utf8.count == 3, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(digits)
    else { return nil }
    self.init(area: area, number: number)
  }

  /// `REPO-004`.
  package var description: String {
    let digits = String(number)
    return "\(area.code)-\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  /// Orders ids by area in the Spec's order, then by number.
  package static func < (a: RequirementID, b: RequirementID) -> Bool {
    (a.area, a.number) < (b.area, b.number)
  }
}

extension RequirementID: ExpressibleByStringLiteral {
  /// Creates an id from a literal: `"REPO-004"`. Any other literal stops the program.
  package init(stringLiteral text: String) {
    guard let id = RequirementID(text) else {
      preconditionFailure("'\(text)' is not a requirement; write REPO-004")
    }
    self = id
  }
}
