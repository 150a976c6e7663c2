public import MessagingCore
public import MessagingModel

extension ReferenceSubject: RowsSubject {
  public func timelineBuilding() -> any TimelineBuilding {
    if case .rows(let mutant)? = mutant?.replacement { return mutant }
    return TimelineBuilder()
  }
}

extension ReferenceSubject: DiffSubject {
  public func timelineDiffing() -> any TimelineDiffing {
    if case .diff(let mutant)? = mutant?.replacement { return mutant }
    return TimelineDiffer()
  }
}

extension ReferenceSubject: ScrollSubject {
  public func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring {
    if case .scroll(let mutant)? = mutant?.replacement { return mutant(options) }
    return ScrollAnchor(options)
  }
}

extension ReferenceSubject: WindowSubject {
  public func listWindow(_ options: WindowOptions) -> any ListWindowing {
    if case .window(let mutant)? = mutant?.replacement { return mutant(options) }
    return ListWindow(options)
  }
}
