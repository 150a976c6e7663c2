internal import MessagingModel

/// The oracle of random histories of a watch: what each observer should see, from all that the
/// watch was told.
///
/// It keeps what could be read since a measure began, and has the number computed from that by the
/// oracle of PROG. A measure begins with a run and with the first observer.
struct NaiveWatch {
  private let afterFailure: SendPolicy.AfterFailure
  private var now: Int64 = 0
  private var outbox: [UnsentWord] = []
  private var isBroken = false
  /// What was read since the measure began; `nil` while nobody follows a run.
  private var looks: [ProgressPlayer.Heard]?
  private(set) var isRunning = false
  /// How many runs have ended, those included that ended at once.
  private(set) var endedRuns = 0
  /// How many measures of their own there were, each with its observers.
  private(set) var sessions = 0
  /// What each observer saw last; `nil` for observers who left.
  private(set) var shown: [String?] = []

  init(_ afterFailure: SendPolicy.AfterFailure) { self.afterFailure = afterFailure }

  /// Whether the outbox is read.
  var isLooking: Bool { looks != nil }

  /// How many observers there are.
  var observers: Int { shown.count { $0 != nil } }

  mutating func hear(_ step: WatchStep) {
    switch step {
    case .unsent(let words):
      outbox = words
      look()
    case .advance(let time): now += time
    case .follow:
      shown.append("nothing")
      if isRunning, observers == 1 { beginMeasure() } else { look() }
    case .leave(let number):
      guard shown.indices.contains(number) else { return }
      shown[number] = nil
      if observers == 0 { looks = nil }
    case .run:
      if isRunning { endedRuns += 1 }
      guard !isRunning else { return }
      isRunning = true
      if observers > 0 { beginMeasure() }
    case .stop:
      guard isRunning else { return }
      endedRuns += 1
      (isRunning, looks) = (false, nil)
      // The bar goes with its run, if there was one.
      shown = shown.map { $0.map { $0 == "nothing" ? $0 : "none" } }
    case .fail: isBroken = true
    case .mend:
      // It is read again within a second, and two pass.
      isBroken = false
      now += 500
      look()
      now += 1_500
    }
    guard let looks, !looks.isEmpty else { return }
    let text = WatchStage.text(NaiveProgress(looks, afterFailure).progress(at: now))
    shown = shown.map { $0.map { _ in text } }
  }

  private mutating func beginMeasure() {
    sessions += 1
    looks = []
    look()
  }

  private mutating func look() {
    if isBroken { return }
    looks?.append(ProgressPlayer.Heard(time: now, unsent: outbox))
  }
}
