/// The row that is held, and by which of its edges (`SCROLL-005`).
struct ScrollHold: Hashable, Sendable {
  enum Edge: Hashable, Sendable {
    case top, bottom
    /// The middle of the row, or its top if it is higher than the uncovered part of the view.
    case center
    /// The point below the row's top at this part of its height.
    case fraction(Double)
  }

  var id: RowID
  var edge: Edge
  /// Whether the row is the target of a jump or of the opening. Such a row is held until the user
  /// scrolls, visible or not (`SCROLL-043`).
  var isTarget = false

  /// The offset at which the edge lies in its place, up to a difference that is the same for all
  /// rows.
  func aligned(top: Length, height: Length, in frame: ScrollFrame) -> Length {
    switch edge {
    case .top: return top
    case .bottom: return top + height
    case .center:
      let band = frame.bandEnd - frame.topInset
      return height > band ? top : (top + top + height - band).half
    case .fraction(let fraction):
      return top + Length(nearest: fraction * Double(height.units))
    }
  }

  /// The offset at which the edge lies at the same edge of the band.
  func offset(top: Length, height: Length, in frame: ScrollFrame) -> Length {
    let aligned = aligned(top: top, height: height, in: frame)
    switch edge {
    case .top, .fraction, .center: return aligned - frame.topInset
    case .bottom: return aligned - frame.bandEnd
    }
  }
}

/// Whether the end is followed (`SCROLL-029`).
enum ScrollPin: Hashable, Sendable {
  case free, firm
  /// The end came into view because the content became shorter. The held row comes first until
  /// nothing is owed any more.
  case provisional
}

/// The state of a gesture, while a finger or momentum moves the content.
struct ScrollGesture: Hashable, Sendable {
  /// Whether a finger holds the content; otherwise the content still moves on its own.
  var isTracking: Bool
  /// By how much the end moved away for other reasons than a movement of the user.
  var growth = Length.zero
  /// Whether a message came that would have been followed (`SCROLL-036`).
  var defersFollow = false
  /// Whether nothing is owed from before the gesture: the user moved the content, or the held row
  /// and all that could replace it are gone (`SCROLL-020`).
  var owesNothing = false
  /// Corrections that the view could not take yet (`SCROLL-037`).
  var pending = Length.zero

  /// Limits the growth to the present distance from the end: a user who moved towards the end has
  /// made up for the rest of it (`SCROLL-036`).
  mutating func limitGrowth(to distance: Length) {
    growth = max(min(.zero, distance), min(growth, max(.zero, distance)))
  }

  /// Drops everything that waits, because a programmatic scroll goes elsewhere.
  mutating func forgetCorrections() {
    (pending, growth, defersFollow) = (.zero, .zero, false)
  }
}
