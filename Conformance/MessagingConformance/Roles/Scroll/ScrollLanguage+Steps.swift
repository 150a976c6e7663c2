internal import MessagingModel
internal import MessagingTimeline

extension ScrollLanguage {
  static let opening = ClauseSection<Read>(
    "Opening",
    [
      Clause(
        "options [enter=LENGTH] [exit=LENGTH] [button=LENGTH] [scale=N] [write=yes|no]"
          + " [prefer=top|bottom] [restore=ROW:N] [fraction=LENGTH] [pinned] [focus=ROW@N]",
        "How it is set up.", example: "options scale=3 restore=m4:-20"
      ) { a in .options(options(a)) },
      Clause(
        "viewport [WxH] [top=LENGTH] [bottom=LENGTH] [gap=LENGTH] [padding=N/N]"
          + " [align=top|bottom]",
        "The frame: its size, what covers it, what lies between and around the rows. Before "
          + "`rows`; later a change that leaves unnamed parts as they are.",
        example: "viewport 320x600 top=44 bottom=50 gap=8"
      ) { a in .frame(try frame(a)) },
      Clause(
        "rows [ROW:N…]", "The conversation opens with these rows, oldest first.",
        example: "rows day1:30 m1:60 o2:120 m3~80"
      ) { a in .open(a.all(sizedRow)) },
    ])

  static let changes = ClauseSection<Read>(
    "Changes",
    [
      Clause("prepend ROW:N…", "An older page.", example: "prepend m8:50 m9:70") { a in
        let rows = a.all(sizedRow)
        return .change { $0.prepend(rows) }
      },
      Clause("append ROW:N…", "A newer page.", example: "append m10:40") { append($0, .page) },
      Clause(
        "arrive ROW:N…", "Stores something new at the end, and announces it at once.",
        example: "arrive m10:40"
      ) { append($0, .live) },
      Clause(
        "post ROW:N…", "A message that the user sends: a new row at the end.", example: "post o5:40"
      ) { append($0, .sent) },
      Clause(
        "sent ROW", "The user has sent a message whose row is there already, or comes with it.",
        example: "sent o5"
      ) { a in
        let row = try a.first(row)
        return .change { $0.setSent(row) }
      },
      Clause(
        "insert ROW:N… before=ROW", or: ["insert ROW:N… after=ROW", "insert ROW:N… at=#N"],
        "Rows in the middle.", example: "insert m11:50 before=m3"
      ) { a in
        let (rows, place) = (a.all(sizedRow), try place(a))
        return .change { try $0.insert(rows, place) }
      },
      Clause("remove ROW|#N…", "Messages are gone.", example: "remove m2 m3") { a in
        let targets = targets(a)
        return .change { draft in for target in targets { try draft.remove(target) } }
      },
      Clause(
        "move ROW before=ROW", or: ["move ROW after=ROW", "move #N at=#N"],
        "A row goes elsewhere.", example: "move m5 after=m9"
      ) { a in
        let (target, place) = (targets(a)[0], try place(a))
        return .change { try $0.move(target, to: place) }
      },
      Clause(
        "resize ROW:N… [cause=measured|grouping|content|width]",
        "Rows have other heights; because of their content unless a cause is given.",
        example: "resize m4:80 cause=measured"
      ) { a in
        let causes: KeyValuePairs<String, RowChanges.Resize.Cause> = [
          "measured": .firstMeasurement, "grouping": .grouping, "content": .content,
          "width": .width,
        ]
        let cause = a.named["cause"] == nil ? .content : try a.choice(causes)
        let sizes = a.all(sizedRow)
        return .change { draft in for size in sizes { draft.resize(size, cause) } }
      },
      Clause(
        "inset [top=LENGTH] [bottom=LENGTH]", "More or less is covered: banner, keyboard.",
        example: "inset bottom=300"
      ) { a in .frame(try frame(a)) },
      Clause(
        "size [WxH] [top=LENGTH] [bottom=LENGTH]", "The view has another size.",
        example: "size 600x320"
      ) { a in .frame(try frame(a)) },
      Clause(
        "newer yes|no", "Whether there is history after the last row that is not loaded.",
        example: "newer yes"
      ) { a in
        let hasNewer = a.has("yes")
        return .change { $0.setNewer(hasNewer) }
      },
      Clause("replace [ROW:N…]", "Replaces all rows.", example: "replace m1:60 m2:50") { a in
        let rows = a.all(sizedRow)
        return .change { $0.replace(rows) }
      },
    ])

  static let gestures = ClauseSection<Read>(
    "The user",
    [
      Clause(
        "scroll LENGTH", "Touches, moves the content to an offset, lets go; all at rest.",
        example: "scroll 400"
      ) { a in
        .gesture([
          .phase(.tracking), .scrolled(to: try a.first(Words.length)), .phase(.rest),
        ])
      },
      Clause("touch", "A finger holds the content.", example: "touch") { _ in
        .gesture([.phase(.tracking)])
      },
      Clause("drag LENGTH", "The finger moved it to an offset.", example: "drag 380") {
        try report($0)
      },
      Clause("lift", "The finger lets go; the content still moves.", example: "lift") { _ in
        .gesture([.phase(.decelerating)])
      },
      Clause("coast LENGTH", "Momentum moved it to an offset.", example: "coast 350") {
        try report($0)
      },
      Clause("rest", "The content came to rest.", example: "rest") { _ in
        .gesture([.phase(.rest)])
      },
      Clause(
        "report LENGTH", "The view reports an offset, whatever the phase.", example: "report 350"
      ) { try report($0) },
      Clause(
        "jump ROW top|center|bottom|ifNeeded [position=N]", "Somebody jumps to a message.",
        example: "jump m4 center"
      ) { a in
        let row = try a.first(row)
        let place = a.named("position", whole).map { ScrollNames.place($0) }
        let alignment: JumpAlignment = try a.choice([
          "top": .top, "center": .center, "bottom": .bottom, "ifNeeded": .ifNeeded,
        ])
        return .gesture([
          .jump(to: row, position: place ?? ScrollNames.place(row), alignment: alignment)
        ])
      },
      Clause("jump end", "Somebody jumps to the end.", example: "jump end") { _ in
        .gesture([.jumpToEnd])
      },
      Clause("open", "Somebody opens the conversation, or returns to it.", example: "open") {
        _ in .reopen
      },
    ])

  private static func append(_ a: Arguments, _ arrival: ScrollArrival) -> ScrollStep {
    let rows = a.all(sizedRow)
    return .change { $0.append(rows, arrival) }
  }

  private static func report(_ a: Arguments) throws -> ScrollStep {
    .gesture([.scrolled(to: try a.first(Words.length))])
  }

  private static func place(_ a: Arguments) throws -> ScrollPlace {
    if let row = a.named("before", row) { return .before(row) }
    if let row = a.named("after", row) { return .after(row) }
    guard let index = a.named("at", index) else { throw ScriptError("'before=' is missing") }
    return .index(index)
  }

  private static func targets(_ a: Arguments) -> [ScrollTarget] {
    a.given.compactMap { given in
      row.read(given.token).map(ScrollTarget.row) ?? index.read(given.token).map { .index($0) }
    }
  }

  private static func options(_ a: Arguments) -> ScrollOptions {
    var options = ScrollOptions()
    options.pinEnter = a.named("enter", Words.length) ?? options.pinEnter
    options.pinExit = a.named("exit", Words.length) ?? options.pinExit
    options.jumpButton = a.named("button", Words.length) ?? options.jumpButton
    options.scale = a.named("scale", whole) ?? options.scale
    if let write = a.named["write"]?.slot { options.canWriteOffsetWhileScrolling = write == "yes" }
    if let edge = a.named["prefer"]?.slot { options.preference = edge == "top" ? .top : .bottom }
    if let saved = a.named("restore", sizedRow) {
      options.opening.restore = SavedScrollPosition(
        row: saved.id, position: saved.position, distance: saved.height,
        hiddenFraction: a.named("fraction", Words.length) ?? 0, isPinned: a.has("pinned"))
    }
    if let focus = a.named("focus", placedRow) {
      (options.opening.focus, options.opening.focusPosition) = (focus.id, focus.position)
    }
    return options
  }

  private static func frame(_ a: Arguments) throws -> ScrollFrame {
    let (sides, padding) = (a.all(size).first, a.named("padding", pair))
    let alignments = ["top": ScrollGeometry.Alignment.top, "bottom": .bottom]
    let frame = ScrollFrame(
      width: sides?[0], height: sides?[1], top: a.named("top", Words.length),
      bottom: a.named("bottom", Words.length), gap: a.named("gap", Words.length),
      topPadding: padding?[0], bottomPadding: padding?[1],
      alignment: a.named["align"].flatMap { alignments[$0.slot] })
    if frame == ScrollFrame() { throw ScriptError("give at least one argument") }
    return frame
  }
}
