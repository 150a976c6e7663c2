/// What a fenced block under a requirement is.
public enum BlockKind: String, CaseIterable, Hashable, Sendable {
  /// Steps and expectations, run line by line in every variant.
  case scenario
  /// Steps in every order, or random steps, with expectations that always hold.
  case property
  /// A scenario that is cut off at every storage operation.
  case crash
  /// Two lists of rows and what turns the one into the other.
  case diff
  /// Messages and the rows that show them.
  case rows
  /// A list that scrolls: rows with heights, what happens to them, and what is seen.
  case scroll
  /// The stretch of a conversation that a screen shows, as it grows.
  case window
  /// What the user sends, what the network makes of it, and what becomes of both.
  case send
  /// A check written in Swift and registered under `REQ/slug`; its lines are prose.
  case check

  /// How its lines are written.
  var language: (any BlockReading)? {
    switch self {
    case .scenario, .crash: StoreLanguage.language
    case .property: StoreLanguage.properties
    case .diff: DiffLanguage.language
    case .rows: RowsLanguage.language
    case .scroll: ScrollLanguage.language
    case .window: WindowLanguage.language
    case .send: SendLanguage.language
    case .check: nil
    }
  }

  /// Who is asked; a check asks whoever its area asks.
  public var role: Role? {
    switch self {
    case .scenario, .property, .crash: .repository
    case .diff: .diff
    case .rows: .rows
    case .scroll: .scroll
    case .window: .window
    case .send: .sending
    case .check: nil
    }
  }
}

/// A line of a block as it stands in the Spec file.
public struct BlockLine: Hashable, Sendable {
  /// The line of the Spec file, from 1.
  public let number: Int
  /// The text, without the line end.
  public let text: String

  /// Quotes a line.
  public init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}

/// The evidence for a requirement: a fenced block of its Spec file.
///
/// The opening line is `` ```kind slug [not VARIANT]… [needs CAPABILITY]… ``.
public struct Block: Hashable, Sendable {
  /// What it is and how it is run.
  public let kind: BlockKind
  /// Its name, unique within the requirement: `two-arrivals`.
  public let slug: String
  /// Variants whose effect contradicts the block's prose.
  public internal(set) var excludedVariants: [Variant] = []
  /// Capabilities that this block needs beyond those of its requirement.
  public internal(set) var needs: [String] = []
  /// The lines between the fences, as written.
  public internal(set) var lines: [BlockLine] = []
  /// What the lines say to who plays them.
  var contents = BlockContents()
  /// The opening fence.
  public let location: FileLine

  /// What the lines say to a player of their kind.
  func script<Player>(for _: Player.Type) throws -> Script<Player> {
    guard let script = contents.script as? Script<Player> else {
      throw SubjectError(description: "a \(kind.rawValue) block is not for a \(Player.self)")
    }
    return script
  }
}

/// A script that was read, of whatever kind. It follows from the lines and the kind of its block,
/// which are what is compared.
struct BlockContents: Hashable, Sendable {
  var script: (any Sendable)?

  static func == (_: BlockContents, _: BlockContents) -> Bool { true }
  func hash(into _: inout Hasher) {}
}
