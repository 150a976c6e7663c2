/// The list at the other end of the socket: it is asked for one thing at a time, and answers.
///
/// Of the screen that owns it, and of nobody else.
final class ListView {
  private enum Question {
    case heights(count: Int)
    case frame
  }

  /// Tells the page something that needs no answer.
  let say: @Sendable (PageOrder) -> Void
  private var question: Question?
  private var answer: CheckedContinuation<[Double]?, Never>?
  private var isOver = false

  init(_ say: @escaping @Sendable (PageOrder) -> Void) { self.say = say }

  /// Whether it was told to show something, and has not said that it does.
  var isShowing: Bool { if case .frame? = question { true } else { false } }

  /// - Returns: so many heights; `nil` when the page is gone.
  nonisolated(nonsending) func measure(_ count: Int, _ order: PageOrder) async -> [Double]? {
    await ask(.heights(count: count), order)
  }

  /// Returns when it is on the screen, or the page is gone.
  nonisolated(nonsending) func show(_ order: PageOrder) async { _ = await ask(.frame, order) }

  nonisolated(nonsending) private func ask(
    _ question: Question, _ order: PageOrder
  ) async -> [Double]? {
    if isOver { return nil }
    return await withCheckedContinuation { continuation in
      (self.question, answer) = (question, continuation)
      say(order)
    }
  }

  /// Another number of heights than was asked for is no answer.
  func hasMeasured(_ heights: [Double]) {
    if case .heights(heights.count)? = question { resume(heights) }
  }

  func hasShown() { if isShowing { resume([]) } }

  /// The page is gone.
  func end() {
    isOver = true
    resume(nil)
  }

  private func resume(_ heights: [Double]?) {
    let answer = answer
    (question, self.answer) = (nil, nil)
    answer?.resume(returning: heights)
  }
}
