/// What the page says.
enum PageEvent: Hashable, Sendable {
  /// The page is there, with its lists.
  case hello(PageHello)
  /// The heights that were asked for, in the order of the rows.
  case measured(pane: Int, turn: Int, heights: [Double])
  /// An update is on the screen.
  case applied(pane: Int, turn: Int, PageView?)
  /// The list was scrolled, after the update `turn`.
  case scrolled(pane: Int, turn: Int, PageView)
  /// A finger touched a list, let it go, or it came to rest.
  case phase(pane: Int, PagePhase)
  /// Somebody pressed the button that leads a list to its end.
  case wantsEnd(pane: Int)
  /// The lists have another size, font or keyboard.
  case geometry(PageGeometry)
  /// Somebody pressed a button.
  case knob(LabKnob)
}

struct PageHello: Hashable, Sendable, Decodable {
  let keepers: [Keeper]
  let geometry: PageGeometry
  /// Pixels per point.
  let scale: Int
  /// Messages of the conversation.
  let messages: Int
  /// In milliseconds.
  let delay: Int
}

/// Who keeps the place in a list.
enum Keeper: String, Hashable, Sendable, Codable {
  /// The models of this package.
  case ours
  /// The browser's scroll anchoring.
  case browser
  /// "scrollTop += difference of scrollHeight".
  case naive
}

/// The frame around the rows of each list, in points.
struct PageGeometry: Hashable, Sendable, Codable {
  var width: Double
  var height: Double
  /// Covered by the keyboard.
  var inset: Double
  var font: Double

  /// Whether rows have other heights in the other one.
  func hasOtherRows(than other: PageGeometry) -> Bool {
    width != other.width || font != other.font
  }
}

/// What of a list is visible.
struct PageView: Hashable, Sendable, Codable {
  let y: Double
  let first: String?
  let last: String?
  /// Above and below of what is visible, in points.
  let above: Double
  let below: Double
}

enum PagePhase: String, Hashable, Sendable, Codable { case rest, tracking, decelerating }

/// What a person can make happen.
enum LabKnob: Hashable, Sendable {
  case receive(count: Int)
  case send(count: Int)
  case receipts(count: Int)
  case online(Bool)
  case loseAnswer
  /// A picture whose size nobody knew arrives: the newest above what is visible, or in sight.
  case lateImage
  /// To a message that is far away.
  case jump
  case end
}

extension PageEvent: Decodable {
  private enum Key: String, CodingKey {
    case event, pane, turn, heights, view, phase, geometry, knob, count, isOn, hello
  }

  init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: Key.self)
    func pane() throws -> Int { try box.decode(Int.self, forKey: .pane) }
    func turn() throws -> Int { try box.decode(Int.self, forKey: .turn) }
    let name = try box.decode(String.self, forKey: .event)
    switch name {
    case "hello": self = .hello(try box.decode(PageHello.self, forKey: .hello))
    case "measured":
      self = .measured(
        pane: try pane(), turn: try turn(),
        heights: try box.decode([Double].self, forKey: .heights))
    case "applied":
      self = .applied(
        pane: try pane(), turn: try turn(),
        try box.decodeIfPresent(PageView.self, forKey: .view))
    case "scrolled":
      self = .scrolled(
        pane: try pane(), turn: try turn(), try box.decode(PageView.self, forKey: .view))
    case "phase":
      self = .phase(pane: try pane(), try box.decode(PagePhase.self, forKey: .phase))
    case "end": self = .wantsEnd(pane: try pane())
    case "geometry":
      self = .geometry(try box.decode(PageGeometry.self, forKey: .geometry))
    case "knob":
      let count = try box.decodeIfPresent(Int.self, forKey: .count) ?? 1
      let isOn = try box.decodeIfPresent(Bool.self, forKey: .isOn) ?? true
      let knob = try box.decode(String.self, forKey: .knob)
      guard let knob = LabKnob(knob, count: min(max(count, 1), 100), isOn: isOn) else {
        throw DecodingError.dataCorruptedError(
          forKey: .knob, in: box, debugDescription: "no such knob")
      }
      self = .knob(knob)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .event, in: box, debugDescription: "no such event")
    }
  }
}

extension LabKnob {
  fileprivate init?(_ name: String, count: Int, isOn: Bool) {
    switch name {
    case "receive": self = .receive(count: count)
    case "send": self = .send(count: count)
    case "receipts": self = .receipts(count: count)
    case "online": self = .online(isOn)
    case "lose": self = .loseAnswer
    case "image": self = .lateImage
    case "jump": self = .jump
    case "end": self = .end
    default: return nil
    }
  }
}
