@testable import MessagingConformance

/// Small `scroll` blocks for tests.
enum ScrollSamples {
  /// A page above, and the keyboard.
  static let page = """
    viewport 320x200 top=20 bottom=30 gap=4
    rows day1:20 m1:60 o2:40 m3~80 m4:60
    scroll 60
    ? top m1 = -36
    prepend m8:50 m9:40
    ? top o2 = 28
    ? command = compensation 98
    inset bottom=100
    ? offset = 158
    resize m3:90 cause=measured
    & arrive m5:30
    ? offset = 158
    """

  static func lines(_ text: String) -> [BlockLine] {
    text.textLines.enumerated().map { BlockLine(number: $0 + 1, text: String($1)) }
  }

  /// The problems of a text, as `line: message`.
  static func problems(_ text: String) -> [String] {
    ScrollLanguage.language.read(lines(text)).problems.map { "\($0.line): \($0.message)" }
  }

  /// Plays a text on the toy.
  static func play(
    _ text: String, _ fault: ScrollToy.Fault = .none
  ) async throws -> ScrollPlayer {
    var player = ScrollPlayer(ScrollToy(fault: fault))
    try await player.play(ScrollLanguage.language.read(lines(text)).script)
    return player
  }

  /// How a text does not hold on the toy.
  static func violation(
    _ text: String, _ fault: ScrollToy.Fault = .none
  ) async throws -> Violation? {
    do {
      _ = try await play(text, fault)
      return nil
    } catch let violation as Violation {
      return violation
    }
  }

  /// A Spec with one requirement and one block.
  static func spec(_ script: String) throws -> Spec {
    try Spec(texts: [
      "SCROLL.md": SpecSamples.requirement(
        id: "SCROLL-001", evidence: "```scroll page\n\(script)\n```")
    ])
  }
}
