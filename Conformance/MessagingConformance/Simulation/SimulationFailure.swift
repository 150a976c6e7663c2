/// A rule that a simulated history broke. It names messages by the devices and steps that made
/// them, and by the server's names. It never contains their text.
package struct SimulationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package struct Reason: Hashable, Sendable {
    /// The kind of the failure. Two failures of one kind count as the same.
    package let kind: String
    package let text: String

    init(_ kind: String, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  package let reason: Reason
  /// The step after which it was found; `nil` for the end.
  package let step: Int?

  package var description: String {
    let place = step.map { "after step \($0)" } ?? "when all was quiet"
    return "\(reason.kind), \(place): \(reason.text)"
  }
}
