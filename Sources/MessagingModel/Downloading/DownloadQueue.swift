/// A queue that decides which file to request next, and which to evict, without doing it: an event
/// in, actions out. Nothing sleeps here: ``nextDeadline`` says when to come back. All times are
/// milliseconds of one clock that never goes back.
///
/// It holds no bytes, and it knows only what was reported about the disk in this run.
public struct DownloadQueue: Sendable {
  let policy: DownloadPolicy
  var jitter: Jitter
  var session = Session.running
  var isOnline = false
  var wishes: [FileScreen: [FileWish]] = [:]
  /// All files with a wish of any screen, without those that this device has as its own.
  var wanted: [StoredName: WantedFile] = [:]
  var disk = Disk()
  var flights: [StoredName: Flight] = [:]
  /// The files that are being removed.
  var evicting: Set<StoredName> = []
  var records = FileRecords()
  /// The files for which there was no room at their turn.
  var crowded: Set<StoredName> = []
  var moment = Int64.min
  /// When something is tried again.
  private(set) var nextAttempt: Int64?
  private(set) var lastTicket: Int64 = 0
  /// The number of the last ticket before the last sign-in. What has it, or an earlier one, began
  /// with other credentials.
  var oldTickets: Int64 = 0
  private var actions: [DownloadAction] = []

  enum Session: Sendable { case running, needsSignIn, signedOut }

  /// What is on the disk.
  struct Disk: Sendable {
    enum Reading: Sendable {
      case unknown
      case asked(DownloadTicket)
      case known
    }

    var reading = Reading.unknown
    private(set) var files: [StoredName: Known] = [:]
    /// The bytes that they take.
    private(set) var byteCount = 0
    /// Counts sightings: a file that was seen later has a greater number.
    var clock: Int64 = 0
    var attempts = Attempts()
    /// Whether it was full when it failed last.
    var isFull = false
    /// Whether it could not put a file in its place when it failed last.
    var hasFailedToKeep = false
    var isKnown: Bool { if case .known = reading { true } else { false } }

    subscript(name: StoredName) -> Known? {
      get { files[name] }
      set {
        byteCount = byteCount.minus(files[name]?.byteCount ?? 0).plus(newValue?.byteCount ?? 0)
        files[name] = newValue
      }
    }
  }

  /// A file on the disk, or a part of one.
  struct Known: Sendable {
    var byteCount: Int
    var isWhole: Bool
    /// When it was seen last, by ``Disk/clock``.
    var seen: Int64
  }

  /// Creates a queue that requests nothing until an `.online(true)` event, and until the disk is
  /// listed.
  ///
  /// - Parameter seed: the seed for the random part of waits.
  public init(policy: DownloadPolicy = DownloadPolicy(), seed: UInt64) {
    self.policy = policy
    jitter = Jitter(seed: seed)
  }

  /// Handles an event and returns the actions to carry out, in this order.
  ///
  /// - Parameter now: the current time; never less than at an earlier event.
  /// - Complexity: O(w log w + n) in the files with a wish and the files on the disk; O(downloads
  ///   at once) for ``DownloadEvent/received(_:_:)``.
  public mutating func handle(_ event: DownloadEvent, at now: Int64) -> [DownloadAction] {
    guard session != .signedOut else { return [] }
    moment = max(moment, now)
    take(event)
    if session == .signedOut {
      nextAttempt = nil
    } else if !event.isBytes || !actions.isEmpty || nextDeadline.map({ $0 <= moment }) ?? false {
      proceed()
    }
    defer { actions = [] }
    return actions
  }

  /// Continues as far as possible.
  private mutating func proceed() {
    giveUpWhatIsSilent()
    readDisk()
    if disk.isKnown, disk.attempts.notBefore <= moment {
      trim()
      beginFlights()
    } else {
      crowded = []
    }
    nextAttempt = findNextAttempt()
  }

  private mutating func readDisk() {
    guard case .unknown = disk.reading, disk.attempts.notBefore <= moment else { return }
    let ticket = ticket()
    disk.reading = .asked(ticket)
    act(.list(ticket))
  }

  mutating func act(_ action: DownloadAction) { actions.append(action) }

  mutating func ticket() -> DownloadTicket {
    lastTicket += 1
    return DownloadTicket(lastTicket)
  }

  var mayAsk: Bool { session == .running && isOnline }

  /// The earliest moment at which ``DownloadEvent/clock`` changes anything; `nil` for never.
  public var nextDeadline: Int64? {
    guard session != .signedOut else { return nil }
    let silence = flights.values.compactMap(\.deadline)
    return ([nextAttempt].compactMap(\.self) + silence).min()
  }

  private func findNextAttempt() -> Int64? {
    if disk.attempts.notBefore > moment { return disk.attempts.notBefore }
    guard mayAsk, disk.isKnown else { return nil }
    return wanted.values.compactMap { file in
      guard flights[file.name] == nil, !isHere(file.name), refusal(of: file) == nil,
        let moment = records[file.name]?.notBefore, moment > self.moment
      else { return nil }
      return moment
    }.min()
  }

  func isHere(_ name: StoredName) -> Bool {
    disk[name]?.isWhole == true && !evicting.contains(name)
  }
}

extension DownloadEvent {
  /// Whether the event reports only that bytes of a download came.
  fileprivate var isBytes: Bool { if case .received = self { true } else { false } }
}

/// A file that some screen wishes for.
struct WantedFile: Sendable {
  let file: FileKey
  let name: StoredName
  /// The highest rank among the wishes for it.
  let rank: FileRank
  /// The size according to the messages, in bytes; `nil` if they give none or do not agree.
  let byteCount: Int?
}
