public import MessagingCore
public import MessagingModel

/// The production types with which the reference plays the roles that need no store.
enum ReferenceParts {
  static let rows: (any TimelineBuilding)? = TimelineBuilder()
  static let diff: (any TimelineDiffing)? = TimelineDiffer()
  static let scroll: (@Sendable (ScrollOptions) -> any ScrollAnchoring)? = { ScrollAnchor($0) }

  /// Whether there is a production type for a role.
  static func play(_ role: Role) -> Bool {
    switch role {
    case .repository: true
    case .rows: rows != nil
    case .diff: diff != nil
    case .scroll: scroll != nil
    case .window, .sending: true
    }
  }
}

extension ReferenceSubject: RowsSubject {
  public func timelineBuilding() -> any TimelineBuilding {
    if case .rows(let mutant)? = mutant?.replacement { return mutant }
    guard let rows = ReferenceParts.rows else { preconditionFailure("not played: rows") }
    return rows
  }
}

extension ReferenceSubject: DiffSubject {
  public func timelineDiffing() -> any TimelineDiffing {
    if case .diff(let mutant)? = mutant?.replacement { return mutant }
    guard let diff = ReferenceParts.diff else { preconditionFailure("not played: diff") }
    return diff
  }
}

extension ReferenceSubject: ScrollSubject {
  public func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring {
    if case .scroll(let mutant)? = mutant?.replacement { return mutant(options) }
    guard let scroll = ReferenceParts.scroll else { preconditionFailure("not played: scroll") }
    return scroll(options)
  }
}

extension ReferenceSubject: WindowSubject {
  public func listWindow(_ options: WindowOptions) -> any ListWindowing {
    if case .window(let mutant)? = mutant?.replacement { return mutant(options) }
    return ListWindow(options)
  }
}
