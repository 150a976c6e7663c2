/// A random number generator with the same numbers for the same seed, on every platform and in
/// every language.
///
/// Use one labelled stream per consumer (`"net"`, `"disk"`, `"steps"`). A new consumer, or an
/// additional draw in an existing one, then does not shift the numbers of the others.
///
///     var random = SeededRandom(seed: 17, stream: "net")
///     let delay = random.below(250)
///
/// An implementation elsewhere needs only 64-bit unsigned integers with overflow:
///
/// - **Draw.** SplitMix64: `state += 0x9E3779B97F4A7C15`, then mix a copy `z` of the state:
///   `z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9`, `z = (z ^ (z >> 27)) * 0x94D049BB133111EB`,
///   and the number is `z ^ (z >> 31)`.
/// - **Start.** Without a label `state = seed`. With one, `state` is the first number drawn from
///   `seed`, XOR the FNV-1a hash (64 bits) of the label's UTF-8 bytes.
/// - **Below n.** Let `t = (2^64 - n) mod n`. Draw until the number is at least `t`; the result is
///   that number modulo `n`. (The remaining `2^64 - t` numbers are a multiple of `n`: no bias.)
/// - **Shuffle.** For `i` from the last index down to 1, swap elements `i` and `below(i + 1)`.
/// - **Pick.** The element at `below(count)`.
///
/// Do not use it for secrets: two draws are enough to predict all others. The standard library's
/// `shuffled(using:)` and `random(in:using:)` also work, but how they use the numbers may change
/// with the compiler. Use the methods here for everything that must replay.
package struct SeededRandom: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  /// Starts at the state of the published SplitMix64 for this seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// Starts the stream `label` of `seed`.
  ///
  /// - Complexity: O(bytes of the label).
  package init(seed: UInt64, stream label: String) {
    var root = SeededRandom(seed: seed)
    state = root.next() ^ Self.fingerprint(of: label)
  }

  /// Returns the next of 2^64 equally likely numbers.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to but not including `bound`, all equally likely.
  ///
  /// - Parameter bound: at least 1; a smaller value stops the program.
  /// - Complexity: one draw nearly always, two on average at worst.
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "below(\(bound)): there is no number below \(bound) and at least 0")
    let size = UInt64(bound)
    let rejected = (0 &- size) % size
    var drawn = next()
    while drawn < rejected { drawn = next() }
    return Int(drawn % size)
  }

  /// Returns a number of the closed range, all equally likely.
  ///
  /// - Parameter range: at most `Int.max` numbers; a wider range stops the program.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Returns `true` `part` times out of `whole`, on average.
  package mutating func chance(_ part: Int, of whole: Int) -> Bool {
    below(whole) < part
  }

  /// Returns one of the elements, all equally likely; `nil`, without a draw, if there are none.
  package mutating func pick<Elements: RandomAccessCollection>(
    from elements: Elements
  ) -> Elements.Element? {
    guard !elements.isEmpty else { return nil }
    return elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }

  /// Returns one of several kinds. Each occurs as often in a thousand draws as its weight, on
  /// average; `rest` takes the remainder of the thousand.
  ///
  /// - Complexity: O(n), one draw.
  package mutating func pick<Kind>(
    _ weights: [(kind: Kind, weight: Int)], rest: Kind
  ) -> Kind {
    var roll = below(1_000)
    for (kind, weight) in weights {
      if roll < weight { return kind }
      roll -= weight
    }
    return rest
  }

  /// Returns the elements in a random order, all orders equally likely.
  ///
  /// - Complexity: O(n), n - 1 draws.
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var shuffled = elements
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      shuffled.swapAt(last, below(last + 1))
    }
    return shuffled
  }

  /// FNV-1a over the UTF-8 bytes: XOR the byte, multiply by the prime, for each byte.
  static func fingerprint(of label: String) -> UInt64 {
    label.utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
  }
}
