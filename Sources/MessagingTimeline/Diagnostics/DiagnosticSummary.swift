/// What a log comes to, in numbers.
public struct DiagnosticSummary: Hashable, Sendable {
  /// An opening ends when the reader does something, or after so many milliseconds (`DIAG-011`).
  public static let openingTime: Int64 = 2_000
  /// Updates of metadata that are nearer to each other than this are a burst.
  public static let metadataWindow: Int64 = 200
  /// The end counts as shown at this distance: ``ScrollOptions/pinExit``.
  public static let endDistance = Length(units: 50 * Length.unitsPerPoint)
  /// A scroll before which nothing happened for so many milliseconds is delayed (`DIAG-027`).
  public static let scrollDelay: Int64 = 300
  /// A sixtieth of a second, in microseconds (`DIAG-029`).
  public static let frameTime: Int64 = 16_667
  /// What "per minute" looks at, in milliseconds.
  public static let minute: Int64 = 60_000

  // What moved.

  /// How far each prepend moved what is read, where nothing explains it.
  public var prepends = Distribution<Length>()
  /// Prepends in which nothing could be compared.
  public var uncomparedPrepends = 0
  /// Prepends of which nobody noted what was read before and after (`DIAG-028`).
  public var unnamedPrepends = 0
  /// The most by which any other change moved what is read.
  public var largestOtherDelta = Length.zero
  /// Changes of rows or frame.
  public var changes = 0
  /// Changes after which nothing is seen of what was seen before, though nobody wished that.
  public var resets = 0

  // What the list wrote.

  public var corrections = 0
  /// The most writes that one prepend led to.
  public var mostWritesOfPrepend = 0
  /// Writes that took back a part of the one before.
  public var snapBacks = 0
  /// Scrolls that are no corrections, by their reason.
  public var scrolls: [ScrollCommand.Reason: Int] = [:]
  /// The most of them in one minute.
  public var mostScrollsInMinute = 0
  /// Those that answer nothing that anybody did.
  public var unexpectedScrolls = 0

  /// Those before which nothing happened for ``scrollDelay``.
  public var delayedScrolls = 0
  /// How long the list worked for each frame, in microseconds.
  public var frames = Distribution<Int64>()
  /// Those that took longer than ``frameTime``.
  public var lateFrames = 0

  // Openings.

  public var openings = 0
  /// The most initial scrolls of one opening.
  public var mostPositionings = 0
  public var mostScrollsOfOpening = 0
  public var mostUpdatesOfOpening = 0
  /// Updates during openings that neither opened nor merged.
  public var earlyUpdates = 0

  // Pages.

  public var pages = 0
  /// Pages that were asked for while one in the same direction was in flight.
  public var overlaps = 0
  /// The most pages in a row that brought nothing.
  public var longestEmptyRun = 0
  /// How often the reader stood at the first loaded row, and there was more.
  public var ranOut = 0
  public var samePages = 0
  public var differentPages = 0
  public var uncomparedPages = 0

  // Updates.

  public var updates = 0
  /// Milliseconds from the first commit that an update shows to the update.
  public var delays = Distribution<Int64>()
  /// Rows called new that an opening or a page brought.
  public var falseArrivals = 0
  public var misplaced = 0
  /// Messages whose sending was seen.
  public var sent = 0
  public var replaced = 0
  /// Updates that show metadata alone.
  public var metadataUpdates = 0
  /// Those that came less than ``metadataWindow`` after the one before.
  public var metadataBursts = 0
  /// Rows that they had measured again.
  public var metadataMeasured = 0

  /// Records that were lost before they were counted.
  public var lost = 0

  public init() {}
}
