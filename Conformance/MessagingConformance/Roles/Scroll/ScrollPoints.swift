/// Lengths in the suite: whole 192ths of a point, so that sums are exact.
///
/// This arithmetic shares nothing with the code under test.
enum ScrollPoints {
  /// A length in 192ths; `nil` if the value is not a length.
  static func units(_ points: Double) -> Int? {
    guard points.isFinite, points.magnitude < 1e12 else { return nil }
    return Int((points * 192).rounded())
  }

  /// Writes a length: `12.5`, `-20`, `0.3333`. Writes other values as Swift does.
  static func text(_ points: Double) -> String {
    units(points).map(text(units:)) ?? "\(points)"
  }

  /// Writes at most four decimals, which distinguish all 192ths.
  static func text(units: Int) -> String {
    let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: 192)
    let sign = units < 0 ? "-" : ""
    let decimals = (part * 10_000 + 96) / 192
    guard decimals > 0 else { return "\(sign)\(whole)" }
    var digits = String(10_000 + decimals).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// Writes a length with its sign: `+30`.
  static func difference(units: Int) -> String { (units > 0 ? "+" : "") + text(units: units) }
}
