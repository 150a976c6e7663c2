/// What a simulated history did wrong. It names messages by the devices and steps that made them,
/// and by the server's names; never what they say.
package struct SimulationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package struct Reason: Hashable, Sendable {
    /// A word for its kind: two failures of one kind are taken for the same.
    package let kind: String
    package let text: String

    init(_ kind: String, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  package let reason: Reason
  /// The step after which it was seen; `nil` for the end.
  package let step: Int?

  package var description: String {
    let place = step.map { "after step \($0)" } ?? "when all was quiet"
    return "\(reason.kind), \(place): \(reason.text)"
  }
}
