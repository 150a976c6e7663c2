internal import MessagingModel

/// Sums over rows.
struct RowSums: Hashable, Sendable {
  var count = 0
  var height = Length.zero
  /// Rows that have a height above 0. Only these are visible (`SCROLL-050`).
  var solid = 0
  /// Solid rows of messages. Only these can be held (`SCROLL-006`).
  var holdable = 0

  init() {}

  /// The sums of one row.
  init(height: Length, isMessage: Bool) {
    count = 1
    self.height = height
    solid = height > .zero ? 1 : 0
    holdable = isMessage ? solid : 0
  }

  static func += (left: inout RowSums, right: RowSums) {
    left.count += right.count
    left.height.units += right.height.units
    left.solid += right.solid
    left.holdable += right.holdable
  }

  /// Where the next row begins.
  func end(gap: Length) -> Length { height + gap * count }
}

/// Which rows a search counts.
enum RowTrait: Sendable {
  case solid, holdable

  func count(in sums: RowSums) -> Int {
    switch self {
    case .solid: sums.solid
    case .holdable: sums.holdable
    }
  }
}

/// A node of the tree of rows in their order: a leaf of up to ``leafCapacity`` rows, or up to
/// ``fanout`` children of the same depth. Everything is stored in arrays, so copies share what did
/// not change.
struct RowNode: Sendable {
  static let leafCapacity = 48
  static let fanout = 24

  /// The values from which places are computed. They are apart from ``Facts`` because they are read
  /// much more often.
  struct Key: Hashable, Sendable {
    /// Ascending. A search goes down the tree by label, so a row needs no reference to its parent.
    var label: Int64
    var height: Length
  }

  /// The properties of a row besides its height.
  struct Facts: Hashable, Sendable {
    var id: RowID
    var kind: ScrollRow.Kind
    var isMeasured: Bool
    var position: Position?

    init(_ row: RowLayout.Row) {
      id = row.id
      kind = row.kind
      isMeasured = row.isMeasured
      position = row.position
    }
  }

  var sums = RowSums()
  /// The label of the last row; 0 without rows.
  var lastLabel: Int64 = 0
  var children: [RowNode] = []
  var keys: [Key] = []
  var facts: [Facts] = []

  init() {}

  init(children: [RowNode]) {
    self.children = children
    sumUp()
  }

  init(keys: ArraySlice<Key>, facts: ArraySlice<Facts>) {
    self.keys = Array(keys)
    self.facts = Array(facts)
    sumUp()
  }

  var isLeaf: Bool { children.isEmpty }
  /// The number of rows of a leaf, or else of children.
  var width: Int { isLeaf ? keys.count : children.count }

  /// Computes the sums and the last label again.
  mutating func sumUp() {
    sums = RowSums()
    if isLeaf {
      for place in keys.indices { sums += rowSums(place) }
    } else {
      for child in children { sums += child.sums }
    }
    findLastLabel()
  }

  mutating func findLastLabel() {
    lastLabel = (isLeaf ? keys.last?.label : children.last?.lastLabel) ?? 0
  }

  /// The sums of one row of a leaf.
  func rowSums(_ place: Int) -> RowSums {
    RowSums(height: keys[place].height, isMessage: facts[place].kind != .decoration)
  }
}
