/// ``ScrollOptions`` in exact lengths. A value that is not valid is replaced with the default.
struct ScrollSettings: Hashable, Sendable {
  var pinEnter: Length
  var pinExit: Length
  var jumpButton: Length
  var scale: Int
  var canWrite: Bool
  var preference: ScrollOptions.Preference
  var opening: OpeningTarget

  init(_ options: ScrollOptions) {
    let standard = ScrollOptions()
    func length(_ path: KeyPath<ScrollOptions, Double>) -> Length {
      Length(extent: options[keyPath: path]) ?? Length(extent: standard[keyPath: path]) ?? .zero
    }
    pinEnter = length(\.pinEnter)
    pinExit = length(\.pinExit)
    jumpButton = length(\.jumpButton)
    scale = (1...3).contains(options.scale) ? options.scale : standard.scale
    canWrite = options.canWriteOffsetWhileScrolling
    preference = options.preference
    opening = options.opening
  }

  /// A reported offset this near to a published one is its echo: one and a half pixels
  /// (`SCROLL-040`).
  var echo: Length { Length(units: Length.unitsPerPoint * 3 / Int64(2 * scale)) }
}
