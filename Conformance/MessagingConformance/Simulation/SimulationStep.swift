/// An event in a simulated history. Each step draws its details from its own number, so that the
/// other steps stay the same when one is left out.
package struct SimulationStep: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, CaseIterable, Sendable {
    /// A device carries out some of its actions, and receives some of its events.
    case work
    case write, reply, edit, delete, react, unreact, read
    case cancel
    case cancelChange = "cancel-change"
    case retry
    case clear, scroll, unscroll, open, close
    case moveOut = "sign-out-and-in"
    case wait, pass
    case offline, online, days
    case disconnect, hint, woken
    case crash
    case crashInWrite = "crash-in-write"
    case storeFails = "store-fails"
    case setClock = "set-clock"
    case hold, release
    case forgetTokens = "forget-tokens"
    case refuse, admit
    case lateRequest = "late-request"
    case forgetDevice = "forget-device"
    case signIn = "sign-in"
  }

  /// The effect of a step: on a device, its screen, or its list.
  package enum Deed: Hashable, Sendable {
    case device(Kind)
    case screen(ScreenKind)
    case list(ListKind)
  }

  /// The number of the step in the whole history. Steps of devices count from 0, steps of screens
  /// from ``firstOfScreens``, steps of lists from ``firstOfLists``, each in order.
  package let number: Int
  package let deed: Deed
  /// The index of the device, from 0.
  package let device: Int
  /// The seed of its details.
  let choice: UInt64

  package var description: String { "\(number): device \(device + 1) \(word)" }

  var word: String {
    switch deed {
    case .device(let kind): kind.rawValue
    case .screen(let kind): kind.rawValue
    case .list(let kind): kind.rawValue
    }
  }

  /// The steps of a history, with the steps of screens and lists in between. The steps of devices
  /// are the same with and without them, and the steps of screens are the same with and without
  /// lists.
  ///
  /// - Parameter devices: the number of devices, at least 1.
  package static func history(
    seed: UInt64, devices: Int, hasScreens: Bool = true
  ) -> [SimulationStep] {
    let steps = ofDevices(seed: seed, devices)
    guard hasScreens else { return steps }
    return withLists(withScreens(steps, seed: seed, devices), seed: seed, devices)
  }

  private static func ofDevices(seed: UInt64, _ devices: Int) -> [SimulationStep] {
    var random = SeededRandom(seed: seed, stream: "simulation")
    let count = 60 + random.below(240)
    return (0..<count).map { number in
      SimulationStep(
        number: number, deed: .device(random.pick(weights, rest: .work)),
        device: random.below(max(1, devices)),
        choice: random.next())
    }
  }

  /// The weights out of a thousand; the rest is work.
  private static let weights: [(kind: Kind, weight: Int)] = [
    (.write, 70), (.reply, 15), (.edit, 25), (.delete, 12), (.react, 25), (.unreact, 20),
    (.read, 12), (.cancel, 12), (.cancelChange, 16), (.retry, 30), (.clear, 5), (.scroll, 30),
    (.unscroll, 15), (.open, 8), (.close, 6), (.moveOut, 4), (.wait, 60), (.pass, 15),
    (.offline, 10), (.online, 40), (.days, 4), (.disconnect, 14), (.hint, 5), (.woken, 5),
    (.crash, 10), (.crashInWrite, 10), (.storeFails, 12), (.setClock, 8), (.hold, 4),
    (.release, 20), (.forgetTokens, 5), (.refuse, 6), (.admit, 10), (.lateRequest, 12),
    (.forgetDevice, 6), (.signIn, 8),
  ]
}
