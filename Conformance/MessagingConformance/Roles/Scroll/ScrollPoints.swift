/// Lengths as the suite counts them: whole 192ths of a point, so that sums are exact.
///
/// The suite's own arithmetic; nothing of it is shared with what is checked.
enum ScrollPoints {
  /// A length in 192ths; `nil` for what is no length.
  static func units(_ points: Double) -> Int? {
    guard points.isFinite, points.magnitude < 1e12 else { return nil }
    return Int((points * 192).rounded())
  }

  /// `12.5`, `-20`, `0.3333`; what is no length as Swift writes it.
  static func text(_ points: Double) -> String {
    units(points).map(text(units:)) ?? "\(points)"
  }

  /// At most four decimals, which are enough to tell all 192ths apart.
  static func text(units: Int) -> String {
    let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: 192)
    let sign = units < 0 ? "-" : ""
    let decimals = (part * 10_000 + 96) / 192
    guard decimals > 0 else { return "\(sign)\(whole)" }
    var digits = String(10_000 + decimals).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// With its sign: `+30`.
  static func difference(units: Int) -> String { (units > 0 ? "+" : "") + text(units: units) }
}
