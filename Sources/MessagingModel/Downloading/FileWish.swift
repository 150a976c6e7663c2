/// A file that a screen shows, or is about to show.
public struct FileWish: Hashable, Sendable {
  public let file: FileKey
  /// In bytes, as the message says it; `nil`, or 0, if it does not.
  public let byteCount: Int?
  /// 0 for what is visible; else how far away it is, in any unit, as long as all use the same.
  public let distance: Int
  /// Whether this device has a file of its own for it: such a file is never asked for
  /// (`LOAD-019`).
  public let isOwn: Bool

  public init(_ file: FileKey, byteCount: Int? = nil, distance: Int = 0, isOwn: Bool = false) {
    self.file = file
    self.byteCount = byteCount
    self.distance = distance
    self.isOwn = isOwn
  }

  var isVisible: Bool { distance <= 0 }
}

/// A screen that wants files: a list, a viewer, a widget. Each has wishes of its own; the shell
/// makes the numbers.
public struct FileScreen: Hashable, Comparable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }

  public static func < (left: FileScreen, right: FileScreen) -> Bool { left.number < right.number }
}

/// What comes first: what is visible before what is near, small pictures before whole files, what
/// is nearer, what a screen names first.
struct FileRank: Hashable, Comparable, Sendable {
  let isNear: Bool
  let part: FileKey.Part
  let distance: Int
  let index: Int
  let screen: FileScreen

  init(_ wish: FileWish, at index: Int, on screen: FileScreen) {
    isNear = !wish.isVisible
    part = wish.file.part
    distance = max(0, wish.distance)
    self.index = index
    self.screen = screen
  }

  static func < (left: FileRank, right: FileRank) -> Bool {
    if left.isNear != right.isNear { return right.isNear }
    if left.part != right.part { return left.part < right.part }
    if left.distance != right.distance { return left.distance < right.distance }
    if left.index != right.index { return left.index < right.index }
    return left.screen < right.screen
  }
}
