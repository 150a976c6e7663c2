public import MessagingConformance
public import MessagingCore
public import MessagingModel

/// The pure parts of this package: what makes rows, tells differences, keeps the reader's place and
/// decides what is shown.
public struct ModelSubject: RowsSubject, DiffSubject, ScrollSubject, WindowSubject,
  SendSubject
{
  public let name = "model"
  private let reference = ReferenceSubject()

  public init() {}

  public var roles: Set<Role> { reference.roles.subtracting([.repository]) }

  public func timelineBuilding() -> any TimelineBuilding { reference.timelineBuilding() }

  public func timelineDiffing() -> any TimelineDiffing { reference.timelineDiffing() }

  public func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring {
    reference.scrollAnchoring(options)
  }

  public func listWindow(_ options: WindowOptions) -> any ListWindowing {
    reference.listWindow(options)
  }

  public func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    reference.sendDeciding(policy, seed: seed)
  }
}
