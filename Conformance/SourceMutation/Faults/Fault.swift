/// What kind of mistake a fault is.
public enum FaultKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// `<` for `<=`, `..<` for `...`: a step too far or one short.
  case boundary
  /// `<` for `>=`: the comparison the other way round.
  case comparison
  /// `==` for `!=`.
  case equality
  /// `&&` for `||`.
  case connective
  /// `a && b` without `a` or without `b`; `a ?? b` without `a`; `a + b` without `b`.
  case operand
  /// A condition that says the opposite, or that lost its `!`.
  case negation
  /// A condition that always holds: the guard, the `else`, one of several conditions is gone.
  case always
  /// A condition that never holds: the branch is never taken, the guard always leaves.
  case never
  /// A statement that is not there.
  case statement
  /// The statements of an `else`, a `case`, or a whole function that are not there.
  case body
  /// `+` for `-`, `*` for `/`.
  case arithmetic
  /// A number that is one more, one less, or zero.
  case constant
  /// `true` for `false`.
  case boolean
  /// `nil`, an empty list or an empty text for something.
  case empty
  /// `first` for `last`, `min` for `max`, `before` for `after`.
  case member
  /// Two arguments of one type, one in the place of the other.
  case swap
  /// Another case of the same enum.
  case enumCase = "enum-case"
}

/// A fault that can be planted: one range of a file, and what stands there instead.
public struct Fault: Hashable, Sendable {
  /// What names a fault as long as its own text stays, wherever its lines go.
  public struct Name: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The file, from the root of the package.
    public var path: String
    public var kind: FaultKind
    /// What stands there, on one line.
    public var original: String
    /// What would stand there, on one line; empty for nothing.
    public var faulty: String
    /// Which of the places in the file with this kind and these texts, from 1 on.
    public var ordinal: Int

    public init(path: String, kind: FaultKind, original: String, faulty: String, ordinal: Int) {
      self.path = path
      self.kind = kind
      self.original = original
      self.faulty = faulty
      self.ordinal = ordinal
    }

    public var description: String {
      "\(path) \(kind.rawValue) \(ordinal): \(original) → \(faulty.isEmpty ? "(nothing)" : faulty)"
    }
  }

  /// How the fault and the right text stand side by side behind the switch.
  public enum Form: Hashable, Sendable {
    /// `(mutation_is(1) ? (faulty) : (original))`.
    case expression
    /// `if mutation_is(1) { faulty } else { original }`.
    case statement
    /// `original, !mutation_is(1)`: one more condition.
    case condition
  }

  public let name: Name
  public let form: Form
  /// The bytes of the file that it replaces.
  public let range: Range<Int>
  /// What stands there instead, as it is written; empty for nothing.
  public let replacement: String
  /// Where it begins, both from 1 on; the column counts bytes.
  public let line: Int
  public let column: Int
  /// The last line of what it replaces.
  public let lastLine: Int
  /// Whether it is run once in a process, whoever asks: in a `static let`.
  public let isRunOnce: Bool

  /// `Sources/…/Gap.swift:12:7`.
  public var place: String { "\(name.path):\(line):\(column)" }

  /// The fault as a small difference.
  public var difference: String {
    "- \(name.original)\n+ \(name.faulty.isEmpty ? "(nothing)" : name.faulty)"
  }
}

extension String {
  /// The text on one line: runs of white space become one space. A long one is cut, and the hash of
  /// the whole stands behind it.
  package var onOneLine: String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.count > 160 else { return line }
    return "\(line.prefix(120)) …#\(String(Fingerprint(line).value, radix: 16))"
  }
}

/// FNV-1a over UTF-8, 64 bits.
package struct Fingerprint: Hashable, Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package init(_ text: String) {
    add(text.utf8)
  }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }
}
