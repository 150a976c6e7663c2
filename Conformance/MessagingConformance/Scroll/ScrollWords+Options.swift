internal import MessagingModel

extension ScrollWords {
  /// `options enter=5 exit=50 … restore=m4:-20 fraction=0.3 pinned focus=m7`.
  mutating func options() throws(ScriptError) -> ScrollOptions {
    var options = ScrollOptions()
    if let value = value("enter") { options.pinEnter = try ScrollWords.length(value) }
    if let value = value("exit") { options.pinExit = try ScrollWords.length(value) }
    if let value = value("button") { options.jumpButton = try ScrollWords.length(value) }
    if let value = value("scale") { options.scale = try ScrollWords.whole(value) }
    if let value = value("write") {
      options.canWriteOffsetWhileScrolling = try ScrollWords.choice(
        "answer", value, ScrollWords.yesOrNo)
    }
    if let value = value("prefer") {
      let edges: [(String, ScrollOptions.Preference)] = [("top", .top), ("bottom", .bottom)]
      options.preference = try ScrollWords.choice("edge", value, edges)
    }
    options.opening = try opening()
    guard rest.isEmpty else {
      let known = ["enter", "exit", "button", "scale", "write", "prefer", "restore", "focus"]
      throw ScriptError(
        Diagnostic.unknown("option", rest[0], known: known + ["fraction", "pinned"]))
    }
    return options
  }

  private mutating func opening() throws(ScriptError) -> OpeningTarget {
    var target = OpeningTarget()
    if let value = value("restore") {
      let row = try ScrollWords.sized(value)
      let fraction = try ScrollWords.length(self.value("fraction") ?? "0")
      let pinned = rest.firstIndex(of: "pinned")
      if let pinned { remove(at: pinned) }
      target.restore = SavedScrollPosition(
        row: row.id, place: row.place, distance: row.height, hiddenFraction: fraction,
        isPinned: pinned != nil)
    }
    if let value = value("focus") {
      let row = try ScrollWords.sized("\(value):0")
      (target.focus, target.focusPlace) = (row.id, row.place)
    }
    return target
  }
}
