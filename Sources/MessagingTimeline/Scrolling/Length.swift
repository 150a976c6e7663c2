/// A length or a y, in units of 1/192 point. Pixels of 1×, 2× and 3× screens are exact, so sums are
/// exact and do not depend on the order of addition (`SCROLL-003`).
///
/// An offset may be up to 10¹² points in either direction: as much as a million rows of the
/// greatest height (``rowLimit``). The integer has room for 47,000 times as much.
public struct Length: Hashable, Sendable {
  /// The units in a point.
  public static let unitsPerPoint: Int64 = 192
  public static let zero = Length(units: 0)
  /// The greatest height of a row, an inset, a gap or a padding: 1,000,000 points.
  public static let rowLimit = Length(units: 1_000_000 * unitsPerPoint)
  /// The furthest offset: 10¹² points.
  public static let limit = Length(units: 1_000_000_000_000 * unitsPerPoint)

  /// The length in units of 1/192 point.
  public var units: Int64

  public init(units: Int64) { self.units = units }

  /// Rounds points to the nearest unit; of two equally near ones, the one further from 0.
  ///
  /// - Returns: `nil` if it is not a number, or further from 0 than ``limit`` (`SCROLL-052`).
  public init?(_ points: Double) {
    let scaled = points * Double(Length.unitsPerPoint)
    // Every comparison with NaN is false.
    guard scaled.magnitude < Double(Length.limit.units) + 0.5 else { return nil }
    self.init(nearest: scaled)
  }

  /// Rounds to the nearest whole unit, halves away from 0. It avoids `rounded()`, which needs a
  /// library on Linux that a program of this module alone does not link.
  init(nearest units: Double) {
    let whole = Int64(units)
    let rest = units - Double(whole)
    self.units = whole + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
  }

  /// A height, an inset or a gap: as ``init(_:)``, but `nil` also if it is negative or above
  /// ``rowLimit``.
  public init?(extent points: Double) {
    guard points >= 0, let length = Length(points), length <= .rowLimit else { return nil }
    self = length
  }

  /// The length in points, as the nearest `Double`. ``init(_:)`` turns it back into the same
  /// length.
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

  /// The absolute value.
  var magnitude: Length { Length(units: abs(units)) }

  /// Half of the length, rounded down.
  public var half: Length { Length(units: units >> 1) }

  /// Scales a part of `old` to the same part of `new`: `self · new / old`, rounded to the nearest,
  /// halves away from 0. Lengths up to ``rowLimit`` cannot overflow.
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
