/// A file that a screen shows, or is about to show.
public struct FileWish: Hashable, Sendable {
  public let file: FileKey
  /// The size in bytes, according to the message; `nil`, or 0, if the message gives none.
  public let byteCount: Int?
  /// 0 if the file is visible; else how far away it is, in any unit that all wishes share.
  public let distance: Int
  /// Whether this device has a file of its own for it. Such a file is never requested (`LOAD-019`).
  public let isOwn: Bool

  public init(_ file: FileKey, byteCount: Int? = nil, distance: Int = 0, isOwn: Bool = false) {
    self.file = file
    self.byteCount = byteCount
    self.distance = distance
    self.isOwn = isOwn
  }

  var isVisible: Bool { distance <= 0 }
}

/// A screen that wishes for files: a list, a viewer, a widget. Each has its own wishes. The caller
/// of the queue assigns the numbers.
public struct FileScreen: Hashable, Comparable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }

  public static func < (left: FileScreen, right: FileScreen) -> Bool { left.number < right.number }
}

/// The order of wishes: visible before near, thumbnails before whole files, then by distance, then
/// by the order in which a screen names them, then by screen.
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
