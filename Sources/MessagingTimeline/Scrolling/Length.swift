/// A length, or a y, in 1/192 of a point: exact for pixels of 1×, 2× and 3× screens, so that sums
/// are exact and do not depend on the order of what is added (`SCROLL-003`).
///
/// An offset may be 10¹² points either way; a million rows of the highest height there is
/// (``rowLimit``) are as much, and 47,000 times that still fits in the integer behind it.
public struct Length: Hashable, Sendable {
  /// How many there are in a point.
  public static let unitsPerPoint: Int64 = 192
  public static let zero = Length(units: 0)
  /// The highest row, inset, gap or padding: 1,000,000 points.
  public static let rowLimit = Length(units: 1_000_000 * unitsPerPoint)
  /// The furthest offset: 10¹² points.
  public static let limit = Length(units: 1_000_000_000_000 * unitsPerPoint)

  /// In 1/192 of a point.
  public var units: Int64

  public init(units: Int64) { self.units = units }

  /// The nearest 1/192 point; of two equally near ones the one further from 0.
  ///
  /// - Returns: `nil` if it is not a number, or further from 0 than ``limit`` (`SCROLL-052`).
  public init?(_ points: Double) {
    let scaled = points * Double(Length.unitsPerPoint)
    // Not a number compares with nothing.
    guard scaled.magnitude < Double(Length.limit.units) + 0.5 else { return nil }
    self.init(nearest: scaled)
  }

  /// The nearest whole number of units, halves away from 0. Written out because `rounded()` needs a
  /// library on Linux that a program of this module alone does not link.
  init(nearest units: Double) {
    let whole = Int64(units)
    let rest = units - Double(whole)
    self.units = whole + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
  }

  /// A height, an inset, a gap: as ``init(_:)``, and neither negative nor above ``rowLimit``.
  public init?(extent points: Double) {
    guard points >= 0, let length = Length(points), length <= .rowLimit else { return nil }
    self = length
  }

  /// The nearest `Double`; ``init(_:)`` gives back the same length.
  public var points: Double { Double(units) / Double(Length.unitsPerPoint) }

  /// The nearest whole pixel of a screen; of two equally near ones the one further from 0
  /// (`SCROLL-047`).
  ///
  /// - Parameter scale: pixels per point: 1, 2 or 3.
  public func rounded(toPixelsAt scale: Int) -> Length {
    let pixel = Length.unitsPerPoint / Int64(scale)
    let (whole, rest) = units.quotientAndRemainder(dividingBy: pixel)
    let step: Int64 = rest.magnitude * 2 < pixel.magnitude ? 0 : rest < 0 ? -1 : 1
    return Length(units: (whole + step) * pixel)
  }

  /// How far it is from 0.
  var magnitude: Length { Length(units: abs(units)) }

  /// Half of it, rounded down.
  public var half: Length { Length(units: units >> 1) }

  /// This much of `old` in terms of `new`: `self · new / old`, rounded to the nearest, halves away
  /// from 0. Lengths up to ``rowLimit`` cannot overflow.
  func scaled(from old: Length, to new: Length) -> Length {
    let product = units * new.units
    let (whole, rest) = product.quotientAndRemainder(dividingBy: old.units)
    return Length(
      units: rest.magnitude * 2 < old.units.magnitude ? whole : whole + product.signum())
  }
}

extension Length: Comparable, AdditiveArithmetic {
  public static func < (left: Length, right: Length) -> Bool { left.units < right.units }

  public static func + (left: Length, right: Length) -> Length {
    Length(units: left.units + right.units)
  }

  public static func - (left: Length, right: Length) -> Length {
    Length(units: left.units - right.units)
  }

  public static prefix func - (length: Length) -> Length { Length(units: -length.units) }

  public static func * (length: Length, count: Int) -> Length {
    Length(units: length.units * Int64(count))
  }
}
