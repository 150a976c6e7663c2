internal import MessagingCore
internal import MessagingModel

/// Plays the lines of a `load` block. After each step the disk carries out its work, unless it is
/// slow. The server sends what the lines name.
struct DownloadPlayer: BlockPlayer {
  enum Step: Sendable {
    /// A setting.
    case setting(@Sendable (inout Settings) -> Void)
    /// An event around the rules.
    case world(@Sendable (inout DownloadPlayer) throws -> Void)
  }

  /// The settings of the first lines.
  struct Settings: Sendable {
    var policy = DownloadPolicy.scripted
    var server: [FileKey: DownloadWorld.ServerFile] = [:]
    /// The files on the disk, the least recently seen first: `part` is the number of stored bytes,
    /// `nil` for a whole file.
    var stored: [(file: FileKey, part: Int?)] = []
  }

  private let subject: any DownloadSubject
  private let seed: UInt64
  private var settings = Settings()
  private var begun: DownloadWorld?
  /// Whether this is a random history: nothing happens by itself, and every moment is checked
  /// against the rules.
  var isLoose = false

  init(_ subject: any DownloadSubject, seed: UInt64) {
    self.subject = subject
    self.seed = seed
  }

  /// The world. It exists from the first step that is not a setting.
  var world: DownloadWorld {
    get throws {
      guard let begun else { throw SubjectError(description: "a block begins with a step") }
      return begun
    }
  }

  /// Changes the world.
  mutating func act(_ body: (inout DownloadWorld) throws -> Void) throws {
    var world = try world
    defer { begun = world }
    try body(&world)
  }

  private mutating func begin() {
    let (subject, seed, policy) = (subject, seed, settings.policy)
    var world = DownloadWorld(policy) { subject.downloadDeciding(policy, seed: seed) }
    world.server = settings.server
    for (place, (file, part)) in settings.stored.enumerated() {
      let size = world.server[file, default: .init()].size
      let bytes = (0..<(part ?? size)).map { world.oracle.byte($0, of: file) }
      world.learn(file)
      world.disk[StoredName(file)] = DownloadWorld.DiskFile(
        bytes: bytes, isWhole: part == nil, seen: Int64(place - settings.stored.count))
    }
    begun = world
  }

  mutating func perform(_ moment: Script<DownloadPlayer>.Moment) throws {
    if case .setting(let set) = moment.steps[0] { return set(&settings) }
    if begun == nil { begin() }
    try act { $0.forgetStep() }
    if case .world(let body) = moment.steps[0] { try body(&self) }
    if !isLoose { try act { try $0.settle() } }
    if let trouble = try world.worker?.trouble { throw SubjectError(description: trouble) }
    if try world.worker?.lingers ?? false {
      throw Violation("a request goes on although its download was stopped")
    }
    try Violation.check(try world.broken, isHistory: isLoose)
  }
}

extension DownloadPolicy {
  /// The policy of a script without a policy line: no randomness, every requested file may be in
  /// flight at once, and progress is reported for each percent.
  static var scripted: DownloadPolicy {
    var policy = DownloadPolicy()
    policy.retry.jitter = 0
    policy.atOnce = 100
    policy.progressStep = 1
    return policy
  }
}
