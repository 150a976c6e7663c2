public import MessagingModel

/// The heights of rows in their order. Finds the place of a row, the row at a place, and the row
/// with an id (`SCROLL-049`).
///
/// y 0 is the top of the first row; paddings are not part of the layout. A value: copies share the
/// parts that did not change since.
public struct RowLayout: Sendable {
  /// A row and its height.
  public struct Row: Hashable, Sendable {
    public var id: RowID
    public var kind: ScrollRow.Kind
    /// Not negative; may be 0.
    public var height: Length
    /// Whether a view measured the height; otherwise it is an estimate.
    public var isMeasured: Bool
    public var position: Position?

    public init(
      id: RowID, kind: ScrollRow.Kind, height: Length, isMeasured: Bool = true,
      position: Position? = nil
    ) {
      self.id = id
      self.kind = kind
      self.height = height
      self.isMeasured = isMeasured
      self.position = position
    }
  }

  /// The space between two rows.
  public var gap: Length
  var root = RowNode()
  var index = RowIndex()

  public init(gap: Length = .zero) {
    self.gap = gap
  }

  /// - Throws: ``ScrollRejection/duplicateID`` if two rows have one id.
  /// - Complexity: O(n).
  public init(_ rows: [Row], gap: Length = .zero) throws(ScrollRejection) {
    self.gap = gap
    try insert(rows, at: 0)
  }

  public var count: Int { root.sums.count }

  /// The sum of all heights and of the gaps between the rows.
  public var height: Length { root.sums.height + gap * max(0, count - 1) }

  /// The index of a row; `nil` if it is not there.
  ///
  /// - Complexity: O(log n).
  public func index(of id: RowID) -> Int? { index[id].map { root.extent(of: $0).count } }

  public func contains(_ id: RowID) -> Bool { index[id] != nil }

  /// The row at an index in `0..<count`.
  ///
  /// - Complexity: O(log n).
  public subscript(index: Int) -> Row { Row(root.spot(at: index)) }

  /// The y of the upper edge of the row at an index in `0..<count`.
  ///
  /// - Complexity: O(log n).
  public func offset(at index: Int) -> Length { root.sums(before: index).end(gap: gap) }

  /// The y of a row's upper edge, and its height; `nil` if the row is not there.
  ///
  /// - Complexity: O(log n).
  public func frame(of id: RowID) -> (y: Length, height: Length)? {
    guard let label = index[id] else { return nil }
    let (count, above, height) = root.extent(of: label)
    return (above + gap * count, height)
  }

  /// The index of the row at a y: of the rows that have a height, the last one that begins at `y`
  /// or above, so that a gap belongs to the row above it. Above all of them it is the first; below
  /// all of them, the last (`SCROLL-050`).
  ///
  /// - Returns: `nil` if no row has a height.
  /// - Complexity: O(log n).
  public func row(at y: Length) -> Int? {
    guard root.sums.solid > 0 else { return nil }
    let solid = root.sums(through: y, gap: gap).solid
    return root.index(of: .solid, ordinal: max(0, solid - 1))
  }

  /// All rows in their order.
  public var rows: [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(count)
    root.visit { rows.append(Row(key: $0, facts: $1)) }
    return rows
  }
}

extension RowLayout: Equatable {
  /// - Complexity: O(n).
  public static func == (left: RowLayout, right: RowLayout) -> Bool {
    left.gap == right.gap && left.root.sums == right.root.sums && left.rows == right.rows
  }
}

extension RowLayout.Row {
  init(key: RowNode.Key, facts: RowNode.Facts) {
    self.init(
      id: facts.id, kind: facts.kind, height: key.height, isMeasured: facts.isMeasured,
      position: facts.position)
  }

  init(_ spot: RowNode.Spot) {
    self.init(key: spot.key, facts: spot.facts)
  }
}
