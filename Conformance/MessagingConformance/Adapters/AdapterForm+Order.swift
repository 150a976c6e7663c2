extension AdapterForm {
  /// The order of the members of an object, found by one member that it has: names alone do not
  /// say it, because the same name stands in several objects at different places.
  static func order(of names: [String]) -> [String: Int] {
    let found = names.compactMap { marked[$0] }.min { $0.place < $1.place }
    return found?.order ?? order
  }

  /// The order of objects that have a certain member, the mark. Of several marks the one that
  /// stands first below counts.
  private static let marked: [String: (place: Int, order: [String: Int])] = {
    let all = marks.enumerated().map { ($1.mark, (place: $0, order: ranks($1.names))) }
    return Dictionary(all, uniquingKeysWith: { first, _ in first })
  }()

  private static let marks: [(mark: String, names: String)] = [
    // Scrolling.
    ("hiddenAbove", "first last hiddenAbove hiddenBelow height held"),
    ("visible", "row y height visible"),
    ("y", "y height"),
    ("hiddenFraction", "row position distance hiddenFraction pinned"),
    (
      "publishedOffset",
      """
      offset publishedOffset pinned anchor unread distanceFromEnd contentHeight showsJumpButton \
      sight lead owed viewport saved
      """
    ),
    (
      "residual",
      """
      command rejection needsNewest approximate anchorBefore anchorAfter anchorDelta residual
      """
    ),
    (
      "pinEnter",
      """
      pinEnter pinExit jumpButton scale waitsForFinger preference restore focus focusPosition
      """
    ),
    (
      "topInset",
      "width height topInset bottomInset gap topPadding bottomPadding alignment"
    ),
    ("resizes", "deletes inserts moves resizes"),
    ("cause", "row height cause"),
    ("alignment", "jump position alignment"),
    ("geometry", "changes replace geometry newer sent"),
    ("replace", "changes replace geometry newer sent"),
    ("sent", "changes replace geometry newer sent"),
    // The window.
    ("olderLoad", "sameRows rows gaps older newer olderLoad newerLoad read diagnostics"),
    ("rows", "version rows more gaps older newer unread found"),
    (
      "overlaps",
      """
      started fills dropped merged cancelled late overlaps emptyPages compared mismatches
      """
    ),
    ("quiet", "in cap quiet fillsAtOnce interval firstRetry longestRetry"),
    ("purpose", "id purpose query"),
    (
      "limit",
      """
      load in newest older newer around from to outbox unsentSince limit crossesGaps \
      withoutReplies thread looksOnly
      """
    ),
    ("onlyThere", "request onlyThere onlyHere"),
    ("onlyHere", "request onlyThere onlyHere"),
    ("open", "open target"),
    ("compared", "compared messages"),
    ("mismatch", "actions rejection mismatch"),
    ("fill", "fill gap"),
    // Sending.
    ("afterFailure", sendPolicy),
    ("attempt", "in key action attempt"),
    ("publish", "publish at replyTo thread"),
    ("edit", "in target by version edit body"),
    ("delete", "in target by version delete moderator leavesRow"),
    ("react", "in target by version react text"),
    ("unreact", "in target by version unreact text"),
    ("wasKnown", "key position version wasKnown"),
    ("key", "by key at body replyTo thread"),
    ("kind", "row kind height estimated position code text retryAfter"),
    ("file", "message upload file state remote"),
    ("answered", "answered receipt error"),
    ("progressed", "progressed percent"),
    ("uploaded", "uploaded remote error"),
    ("notCommitted", "notCommitted error"),
    ("loaded", "loaded page snapshot"),
    ("paused", "paused in"),
    ("resumed", "resumed in"),
    ("changes", "commit changes replace geometry newer sent"),
    // Changes.
    ("trial", "tried trial"),
    ("settle", "settle version"),
    ("acknowledge", "acknowledge position"),
    ("reason", "programmatic fail reason"),
    ("context", "code context"),
  ]

  private static let sendPolicy = """
    afterFailure duringUpload requestLimit uploadLimit firstDelay longestDelay longestOrder \
    jitter ageLimit transientCodes
    """

  private static func ranks(_ names: String) -> [String: Int] {
    let split = names.split(separator: " ").map(String.init)
    return Dictionary(zip(split, split.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The order of all others, which agrees with all tables of the canonical form.
  private static let order = ranks(
    """
    row revision notice in kinds notices messages base target deletes inserts moves updates message \
    quotes quote root threads count lowerBound latest receipts gaps retractions filesToRemove \
    readings highestDeleted mayHaveLeft othersMayHaveSent older newer unread found by order id action \
    sender outgoing position server sequence upTo readAt at local remote placeholder bytes width height upload code \
    text retryable media files caption payment currency note unknown payload body version replyTo \
    thread reactions state delivery tried mayBeTaken underWay since notBefore dependents echo after \
    before token unavailable key rows more index from to item aspects new day zone first last \
    readers links isSystem offset expected
    """)
}
