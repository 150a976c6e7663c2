public import MessagingConformance
public import MessagingCore
internal import MessagingModel

/// The whole client of this package, and its watch over everything unsent.
public struct ClientSubject: WholeClientSubject, ProgressWatchSubject {
  public let name = "client"
  /// Few histories: `model` tries all histories of the meter alone.
  public let historiesMax: Int? = 40

  public init() {}

  public func wholeClient(_ ports: ClientPorts, policies: ClientPolicies) -> any WholeClient {
    MessagingClient(owner: "me", ports, policies: policies)
  }

  public func progressWatch(_ ports: ProgressWatchPorts) -> any SendingWatching {
    SendingProgressWatch(ports.repository, clock: ports.clock) {
      SendingMeter(afterFailure: ports.afterFailure)
    }
  }
}
