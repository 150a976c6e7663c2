/// A ``ScrollGeometry`` in exact lengths.
struct ScrollFrame: Hashable, Sendable {
  var width = Length.zero
  var height = Length.zero
  var topInset = Length.zero
  var bottomInset = Length.zero
  var gap = Length.zero
  var topPadding = Length.zero
  var bottomPadding = Length.zero
  var alignment = ScrollGeometry.Alignment.bottom

  init() {}

  /// - Throws: ``ScrollRejection/badLength`` if one is not a number, negative or too large.
  init(_ geometry: ScrollGeometry) throws(ScrollRejection) {
    func length(_ points: Double) throws(ScrollRejection) -> Length {
      guard let length = Length(extent: points) else { throw .badLength }
      return length
    }
    width = try length(geometry.width)
    height = try length(geometry.height)
    topInset = try length(geometry.topInset)
    bottomInset = try length(geometry.bottomInset)
    gap = try length(geometry.gap)
    topPadding = try length(geometry.topPadding)
    bottomPadding = try length(geometry.bottomPadding)
    alignment = geometry.alignment
  }

  /// Where the uncovered part of the view ends, from the upper edge of the view.
  var bandEnd: Length { height - bottomInset }

  /// The space above rows that do not fill the view (`SCROLL-026`).
  ///
  /// - Parameter top: the top inset; `nil` for the frame's own.
  func lead(content: Length, top: Length? = nil) -> Length {
    switch alignment {
    case .top: .zero
    case .bottom: max(.zero, bandEnd - (top ?? topInset) - content)
    }
  }
}

/// Where rows lie in a frame, and how far they can be scrolled.
struct ScrollBounds: Hashable, Sendable {
  /// The height of the content, paddings and gaps included.
  var content: Length
  /// The y of the first row.
  var origin: Length
  var least: Length
  var greatest: Length

  init(_ layout: RowLayout, in frame: ScrollFrame) {
    content = frame.topPadding + frame.bottomPadding + layout.height
    let lead = frame.lead(content: content)
    origin = frame.topPadding + lead
    least = -frame.topInset
    greatest = max(least, content + lead - frame.bandEnd)
  }

  func clamp(_ offset: Length) -> Length { min(max(offset, least), greatest) }
}
