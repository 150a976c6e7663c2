internal import MessagingCore
internal import MessagingModel

/// Makes random histories of a whole client: what others and the owner write, wishes for files,
/// runs, the network, and requests that fail or wait.
struct ClientHistory {
  private var random: SeededRandom
  private var written = 0

  init(_ random: SeededRandom) { self.random = random }

  mutating func lines(_ count: Int) -> [String] { (0..<count).map { _ in line() } }

  private mutating func line() -> String {
    switch random.below(28) {
    case 0, 1, 2: return "say"
    case 3, 4, 5: return "write"
    case 6: return "photo"
    case 7, 8: return "want \(1 + random.below(4))"
    case 9, 10, 11: return "run"
    case 12: return "stop"
    case 13, 14: return "online"
    case 15: return "offline"
    case 16: return "fail \(kind()) \(1 + random.below(3))"
    case 17: return "hold \(kind())"
    case 18: return "release"
    case 19: return "advance \(1 + random.below(20))"
    case 20, 21: return "restart"
    case 22: return "reject \(kind())"
    case 23: return "sign-in"
    default: return "calm"
    }
  }

  private mutating func kind() -> String {
    ClientServer.Kind.allCases[random.below(ClientServer.Kind.allCases.count)].rawValue
  }
}

/// The events that random histories of a client must cover.
enum ClientMark: String, CaseIterable, Sendable {
  case runs = "runs-after-the-first"
  case offline = "work-without-a-network"
  case done = "moments-when-all-is-done"
  case failed = "requests-that-failed"
  case rejected = "credentials-that-were-rejected"
}

extension ClientChecks {
  /// Random histories: nothing is requested where it must not be, nothing is lost, and at rest
  /// everything is done, once.
  static func histories(_ context: Context) async throws {
    let histories = try await context.tryHistories("histories of a client", 60) { seed, number in
      var history = ClientHistory(
        SeededRandom(seed: seed, stream: "CLIENT/histories/\(number)"))
      let lines = history.lines(10 + number * 7 % 40)
      try await RandomHistory(
        name: "seed \(seed), \(number)", lines: lines,
        ending: number.isMultiple(of: 4)
          ? ["leave"] : ["release", "online", "run", "sign-in", "calm"]
      )
      .tryOut { lines in
        var trial = try await ClientTrial(
          context, order: number.isMultiple(of: 2) ? number : nil)
        for line in lines { try await trial.play(line) }
        context.count(steps: lines.count)
      }
    }
    try context.expectMet(ClientMark.allCases, in: histories, enough: 30)
  }
}

/// A client beside what is known of its world.
struct ClientTrial {
  private let context: ClientChecks.Context
  private let stage: ClientStage
  private var isOnline = true
  private var isRunning = false
  private var hasLeft = false
  private var held: Set<ClientServer.Kind> = []
  private var rejected: Set<ClientServer.Kind> = []
  /// What may wait for a sign-in.
  private var mayNeedSignIn: Set<ClientServer.Kind> = []
  private var said: [String] = []
  private var written: [(number: Int, text: String)] = []
  private var wanted: Set<FileKey> = []
  private var (begunRuns, endedRuns) = (0, 0)

  init(_ context: ClientChecks.Context, order: Int?) async throws {
    self.context = context
    stage = try await ClientStage(context, order: order)
  }

  /// Whether a request may be made.
  private var mayRequest: Bool { isRunning && isOnline && !hasLeft }

  mutating func play(_ line: String) async throws {
    let (requests, could) = (stage.server.log.count, mayRequest)
    let words = line.split(separator: " ").map(String.init)
    try await perform(words)
    try stage.check()
    if !could, !mayRequest {
      context.count(ClientMark.offline.rawValue, isOnline ? 0 : 1)
      try context.expect(
        "the requests outside of a run, or without a network", stage.server.log.count - requests,
        is: 0)
    }
    try stage.expect(endedRuns: endedRuns)
    try expectStatuses()
    try await expectNothingLost()
    if words.first == "calm", mayRequest, held.isEmpty, rejected.isEmpty {
      try await expectAllDone()
    }
  }

  /// What the client says of itself (`CLIENT-016`), where it depends on nothing in flight.
  private func expectStatuses() throws {
    if hasLeft {
      try stage.expect("after a sign-out", syncing: .signedOut, downloads: .signedOut)
    } else if begunRuns > 0, !mayRequest {
      let waiting = isRunning ? mayNeedSignIn : []
      try stage.expect(
        "without a run or a network", syncing: waiting.contains(.syncing) ? nil : .offline,
        downloads: waiting.contains(.downloading) ? nil : .offline)
    }
  }

  private mutating func perform(_ words: [String]) async throws {
    let kind = words.dropFirst().first.flatMap(ClientServer.Kind.init)
    switch words[0] {
    case "say":
      said.append("hello \(said.count + 1)")
      stage.say("hello \(said.count)")
    case "write", "photo": try write(isPhoto: words[0] == "photo")
    case "want":
      wanted = [FileKey(ExactString("p\(words[1])"), .whole), ClientStage.photo]
      stage.client.want(wanted.sorted().map { FileWish($0, byteCount: 5) })
    case "run": begin()
    case "stop":
      stage.client.cancel()
      end()
    case "restart":
      begunRuns += 1
      stage.client.restart()
      end()
      isRunning = !hasLeft
    case "online", "offline":
      isOnline = words[0] == "online"
      stage.client.setOnline(isOnline)
    case "fail": if let kind { stage.server.fail(kind, times: Int(words[2]) ?? 1) }
    case "hold":
      if let kind { held.insert(kind) }
      stage.server.hold(held)
    case "release":
      held = []
      stage.release()
    case "reject": if let kind { reject(kind) }
    case "sign-in": signIn()
    case "advance": stage.client.advance(1_000 * (Int64(words[1]) ?? 1))
    case "calm": for _ in 1...30 { stage.client.advance(60_000) }
    default:
      stage.client.leave()
      hasLeft = true
      end()
      try context.expect("the callers that wait for the end", stage.client.leaving, is: 0)
      let requests = stage.server.log.count
      stage.say("late")
      begin()
      stage.client.advance(3_600_000)
      try context.expect(
        "the requests after a sign-out", stage.server.log.count - requests, is: 0)
    }
  }

  private mutating func reject(_ kind: ClientServer.Kind) {
    rejected.insert(kind)
    mayNeedSignIn.insert(kind)
    stage.server.reject(rejected)
  }

  private mutating func signIn() {
    context.count(ClientMark.rejected.rawValue, rejected.isEmpty ? 0 : 1)
    (rejected, mayNeedSignIn) = ([], [])
    stage.server.reject([])
    stage.client.signIn()
  }

  private mutating func write(isPhoto: Bool) throws {
    let number = written.count + 1
    if isPhoto {
      let file = try stage.client.picked("photo \(number)")
      try stage.write(.files([file], kind: .photo, caption: "mine \(number)"), as: number)
    } else {
      try stage.write("mine \(number)", as: number)
    }
    written.append((number, isPhoto ? "photo" : "mine \(number)"))
  }

  private mutating func begin() {
    begunRuns += 1
    if begunRuns > 1 { context.count(ClientMark.runs.rawValue) }
    stage.client.begin()
    if isRunning || hasLeft { endedRuns += 1 } else { isRunning = true }
  }

  private mutating func end() {
    if isRunning { endedRuns += 1 }
    isRunning = false
  }

  /// Everything that the owner wrote is stored, and nothing twice.
  private func expectNothingLost() async throws {
    let own = try await stage.client.stored().filter { $0.hasSuffix(")") }.map {
      String($0.prefix { $0 != "(" }.dropLast())
    }
    try context.expect(
      "what is stored of the owner", own.sorted(), is: written.map(\.text).sorted())
  }

  private func expectAllDone() async throws {
    context.count(ClientMark.done.rawValue)
    context.count(ClientMark.failed.rawValue, stage.server.failed > 0 ? 1 : 0)
    let sent = written.map { "\($0.text) (sent)" }
    try context.expect("what is stored at rest", try await stage.client.stored(), is: said + sent)
    try context.expect(
      "the messages that the server took, at rest", stage.server.taken.sorted(),
      is: written.map(\.number))
    for file in wanted { try stage.expect("at rest", file, is: "here") }
    try stage.expect("at rest", syncing: .live, downloads: .running)
    let shown = stage.client.progress.last.flatMap(\.self)
    try context.expect("whether a bar is shown at rest", shown != nil, is: false)
  }
}
