public import MessagingModel

/// The heights of rows in their order: where each lies, which lies where, and which has an id
/// (`SCROLL-049`).
///
/// y 0 is the top of the first row; paddings are up to the layout. A value: copies
/// share what did not change since.
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

  /// Between two rows.
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

  /// All heights and the gaps between the rows.
  public var height: Length { root.sums.height + gap * max(0, count - 1) }

  /// Where a row is.
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

  /// The y of a row's upper edge, and its height.
  ///
  /// - Complexity: O(log n).
  public func frame(of id: RowID) -> (y: Length, height: Length)? {
    guard let label = index[id] else { return nil }
    let (count, above, height) = root.extent(of: label)
    return (above + gap * count, height)
  }

  /// The row that is seen at a y: of those that have a height, the last one that begins at `y` or
  /// above, so that a gap belongs to the row above it. Above all of them: the first; below: the
  /// last (`SCROLL-050`).
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
