/// What the page is told.
enum PageOrder: Sendable {
  /// Say how high these rows are in that frame; `nil` rows: all that are shown.
  case measure(pane: Int, turn: Int, rows: [PageRow]?, geometry: PageGeometry)
  /// Show this, in one frame, and say when it is shown.
  case apply(pane: Int, turn: Int, PageUpdate)
  /// Whether a list offers a way to its end.
  case badge(pane: Int, PageBadge)
  /// How the world behind the lists is.
  case status(PageStatus)
  /// How far sending is as a whole, 0…1; `nil` while nothing is on its way.
  case progress(Double?)
}

/// One update of a list: rows, frame and offset together.
struct PageUpdate: Sendable, Encodable {
  struct Insert: Sendable, Encodable {
    let index: Int
    let row: PageRow
  }

  struct Move: Sendable, Encodable {
    let from: Int
    let to: Int
  }

  /// In the old rows, descending.
  var deletes: [Int] = []
  /// In the new rows, ascending.
  var inserts: [Insert] = []
  var moves: [Move] = []
  /// In the new rows.
  var updates: [Insert] = []
  var geometry: PageGeometry?
  /// At most one, and only for ``Keeper/ours``.
  var command: PageCommand?
  /// Where a list that keeps its place by itself has to go because somebody wants it.
  var goal: PageGoal?
  /// Why, in a word.
  var reason = ""
  var reading = PageReading()
}

struct PageCommand: Sendable, Encodable {
  /// Of a programmatic scroll; `nil` for a correction.
  let reason: String?
  let offset: Double
  /// The offset that was known when the command was made: the page adds what the reader moved
  /// since.
  let heard: Double
}

enum PageGoal: Sendable, Encodable, Hashable {
  case end
  case row(String)

  func encode(to encoder: any Encoder) throws {
    var box = encoder.singleValueContainer()
    switch self {
    case .end: try box.encode("end")
    case .row(let id): try box.encode(id)
    }
  }
}

/// The diagnostics of a list.
struct PageReading: Sendable, Encodable {
  var rows = 0
  var pages = 0
  var overlaps = 0
  var emptyPages = 0
  /// That the screen took.
  var updates = 0
  /// From a commit to the update that shows it, in milliseconds.
  var longestDelay = 0
  var corrections = 0
  var programmatic = 0
  var unread = 0
  var isPinned = false
  /// By how much the held edge moved in the model, in points.
  var modelDelta = 0.0
  /// What a correction could not do for want of content, in points.
  var residual = 0.0
  /// What the models refused.
  var rejections = 0
}

/// The way to the end, and how many messages came there since.
struct PageBadge: Hashable, Sendable, Encodable {
  var isShown = false
  var unread = 0
}

struct PageStatus: Sendable, Encodable {
  let isOnline: Bool
  let onServer: Int
  let unsent: Int
  let revision: Int64
}

extension PageOrder: Encodable {
  private enum Key: String, CodingKey {
    case order, pane, turn, rows, geometry, update, status, progress, badge
  }

  func encode(to encoder: any Encoder) throws {
    var box = encoder.container(keyedBy: Key.self)
    switch self {
    case .measure(let pane, let turn, let rows, let geometry):
      try box.encode("measure", forKey: .order)
      try box.encode(pane, forKey: .pane)
      try box.encode(turn, forKey: .turn)
      try box.encode(rows, forKey: .rows)
      try box.encode(geometry, forKey: .geometry)
    case .apply(let pane, let turn, let update):
      try box.encode("apply", forKey: .order)
      try box.encode(pane, forKey: .pane)
      try box.encode(turn, forKey: .turn)
      try box.encode(update, forKey: .update)
    case .badge(let pane, let badge):
      try box.encode("badge", forKey: .order)
      try box.encode(pane, forKey: .pane)
      try box.encode(badge, forKey: .badge)
    case .status(let status):
      try box.encode("status", forKey: .order)
      try box.encode(status, forKey: .status)
    case .progress(let progress):
      try box.encode("progress", forKey: .order)
      try box.encode(progress, forKey: .progress)
    }
  }
}
