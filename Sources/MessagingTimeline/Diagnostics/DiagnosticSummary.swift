/// The numbers of a log.
public struct DiagnosticSummary: Hashable, Sendable {
  /// How long an opening lasts at most, in milliseconds. It ends earlier when the reader does
  /// something (`DIAG-011`).
  public static let openingTime: Int64 = 2_000
  /// Updates of metadata that are closer together than this are a burst; in milliseconds.
  public static let metadataWindow: Int64 = 200
  /// The end counts as shown within this distance, the default of ``ScrollOptions/pinExit``.
  public static let endDistance = Length(units: 50 * Length.unitsPerPoint)
  /// A scroll is delayed if nothing happened for this long before it; in milliseconds (`DIAG-027`).
  public static let scrollDelay: Int64 = 300
  /// A sixtieth of a second, in microseconds (`DIAG-029`).
  public static let frameTime: Int64 = 16_667
  /// The period of the counts per minute, in milliseconds.
  public static let minute: Int64 = 60_000

  // What moved.

  /// How far each prepend moved the row that is read, as far as no residual explains it.
  public var prepends = Distribution<Length>()
  /// Prepends without a row that could be compared.
  public var uncomparedPrepends = 0
  /// Prepends whose record does not name the row that was read before and after (`DIAG-028`).
  public var unnamedPrepends = 0
  /// The greatest unexplained movement of the row that is read, of all other changes.
  public var largestOtherDelta = Length.zero
  /// Changes of rows or frame.
  public var changes = 0
  /// Changes after which no row is visible that was visible before, though no scroll was asked for.
  public var resets = 0

  // What the list wrote.

  public var corrections = 0
  /// The most writes that one prepend led to.
  public var mostWritesOfPrepend = 0
  /// Writes in the opposite direction to the write before.
  public var snapBacks = 0
  /// Programmatic scrolls, by reason.
  public var scrolls: [ScrollCommand.Reason: Int] = [:]
  /// The most programmatic scrolls in one minute.
  public var mostScrollsInMinute = 0
  /// Programmatic scrolls that had no cause.
  public var unexpectedScrolls = 0

  /// Programmatic scrolls before which nothing happened for ``scrollDelay``.
  public var delayedScrolls = 0
  /// How long the list worked for each frame, in microseconds.
  public var frames = Distribution<Int64>()
  /// Frames for which the list worked longer than ``frameTime``.
  public var lateFrames = 0

  // Openings.

  public var openings = 0
  /// The most initial scrolls of one opening.
  public var mostPositionings = 0
  public var mostScrollsOfOpening = 0
  public var mostUpdatesOfOpening = 0
  /// Updates during openings whose reason is a page or news.
  public var earlyUpdates = 0

  // Pages.

  public var pages = 0
  /// Pages that were requested while one in the same direction was in flight.
  public var overlaps = 0
  /// The most pages in a row that brought no new row.
  public var longestEmptyRun = 0
  /// How often the reader reached the first loaded row while there were older messages.
  public var ranOut = 0
  public var samePages = 0
  public var differentPages = 0
  public var uncomparedPages = 0

  // Updates.

  public var updates = 0
  /// Milliseconds from the first commit that an update shows to the update.
  public var delays = Distribution<Int64>()
  /// Rows marked as new that an opening or a page brought.
  public var falseArrivals = 0
  public var misplaced = 0
  /// Messages that changed from unsent to sent.
  public var sent = 0
  public var replaced = 0
  /// Updates that show commits of metadata alone.
  public var metadataUpdates = 0
  /// Metadata updates that came less than ``metadataWindow`` after the one before.
  public var metadataBursts = 0
  /// Rows that were measured again for metadata updates.
  public var metadataMeasured = 0

  /// Records that were lost before they were counted.
  public var lost = 0

  public init() {}
}
