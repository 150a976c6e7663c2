package import MessagingCore
package import MessagingModel
package import MessagingTimeline

/// The part of a history that all devices share.
struct SimulatedPlace: Sendable {
  let family: SimulationFamily
  var server: SimulatedServer
  /// Milliseconds since the history began.
  var now: Int64 = 0
  var story = SimulationStory()
  /// Requests that were given up and will still arrive.
  var late: [(request: SendRequest, from: ServerDevice)] = []
  private(set) var marks: [SimulationMark: Int] = [:]
  /// Whether nothing goes wrong any more.
  var isCalm = false
  /// The first rule that was broken; `nil` if none was.
  private(set) var broken: SimulationFailure.Reason?
  /// Receives each event of a device and its actions, line by line.
  var trace: (@Sendable (String) -> Void)?

  static let conversations: [ConversationID] = ["k1", "k2"]

  init(_ family: SimulationFamily) {
    self.family = family
    server = SimulatedServer(family.traits)
  }

  func note(
    _ device: Int, _ event: some Sendable, _ actions: [some Sendable], part: String = "device"
  ) {
    guard let trace else { return }
    trace("\(now) ms, \(part) \(device) is told \(event)")
    for action in actions { trace("  and does \(action)") }
  }

  mutating func mark(_ mark: SimulationMark) { marks[mark, default: 0] += 1 }

  mutating func blame(_ fault: String, of kind: String = "law") {
    broken = broken ?? SimulationFailure.Reason(kind, fault)
  }
}

/// The implementations that decide on a simulated device. By default these are the core's. Tests of
/// the simulation itself use others.
package struct SimulatedMinds: Sendable {
  package var sending: @Sendable (SendPolicy, UInt64) -> any SendDeciding
  package var syncing: @Sendable (ParticipantID, SyncServer, SyncPolicy, UInt64) -> any SyncDeciding
  package var showing: @Sendable (TimelineOptions) -> any TimelineDeciding
  package var listing: @Sendable (ConversationListOptions) -> any ConversationListDeciding

  package init(
    sending: @escaping @Sendable (SendPolicy, UInt64) -> any SendDeciding = {
      SendQueue(policy: $0, seed: $1)
    },
    syncing:
      @escaping @Sendable (ParticipantID, SyncServer, SyncPolicy, UInt64) -> any SyncDeciding = {
        SyncState(owner: $0, server: $1, policy: $2, seed: $3)
      },
    showing: @escaping @Sendable (TimelineOptions) -> any TimelineDeciding = { TimelineState($0) },
    listing:
      @escaping @Sendable (ConversationListOptions) -> any ConversationListDeciding = {
        ConversationListState($0)
      }
  ) {
    self.sending = sending
    self.syncing = syncing
    self.showing = showing
    self.listing = listing
  }
}

extension SimulatedServer {
  /// Whether the connection of a device has updates to deliver.
  func hasUpdates(for device: ServerDevice) -> Bool {
    guard traits.arrival != .polled, let known = devices[device]?.connectedAt else { return false }
    return known < log.count
  }
}
