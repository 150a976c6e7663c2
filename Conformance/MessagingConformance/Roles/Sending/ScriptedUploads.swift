internal import MessagingModel

/// The files of this device and their uploads, as a script determines them.
struct ScriptedUploads: Sendable {
  /// The outcome of an upload.
  enum Mood: Hashable, Sendable {
    case answer
    case fail(SendError)
    /// It stays in flight until it is resumed.
    case stall
    /// It succeeds, under a name that no store takes.
    case answerAtLength
  }

  /// The sizes of files that changed; `nil` for a file that is gone. Other files are as they were
  /// when the store accepted them.
  var sizes: [RelativePath: Int?] = [:]
  /// The outcomes of the next uploads, one each.
  var moods: [Mood] = []
  var standing = Mood.answer
  /// The percentages that are reported before an upload ends.
  var percents: [Int] = []
  /// Every upload that began, in order.
  private(set) var begun: [UploadKey] = []
  private(set) var aborted: [UploadKey] = []
  private(set) var finished: [UploadKey] = []
  /// The messages whose files were removed.
  private(set) var discarded: [MessageKey] = []
  private var current: [UploadKey: Mood] = [:]

  init() {}

  mutating func begin(_ key: UploadKey) {
    begun.append(key)
    current[key] = moods.isEmpty ? standing : moods.removeFirst()
  }

  mutating func abort(_ key: UploadKey) {
    aborted.append(key)
    current[key] = nil
  }

  mutating func discard(_ message: MessageKey) { discarded.append(message) }

  /// The remote name of an uploaded file.
  static func name(of file: RelativePath) -> ExactString {
    ExactString("https://files/\(file.text.string)")
  }

  /// The number of a file in its message, from 1, in the order in which the uploads began.
  func number(of key: UploadKey) -> Int {
    var known: [UploadKey] = []
    for other in begun where other.message == key.message && !known.contains(other) {
      known.append(other)
    }
    return (known.firstIndex(of: key) ?? known.count) + 1
  }

  /// Drops all uploads, as when the process dies.
  mutating func interrupt() { current = [:] }

  /// The uploads that have begun and not ended.
  var inFlight: [UploadKey] { begun.filter { current[$0] != nil }.uniqued }

  func isStalled(_ key: UploadKey) -> Bool { current[key] == .stall }

  /// Resumes the stalled uploads, with this outcome.
  mutating func resume(_ outcome: Mood) {
    for (key, mood) in current where mood == .stall { current[key] = outcome }
    if standing == .stall { standing = .answer }
  }

  /// Lets everything recover: no upload fails any more, and the files are as they were when
  /// accepted.
  mutating func heal() {
    sizes = [:]
    moods = []
    standing = .answer
    for key in current.keys { current[key] = .answer }
  }

  mutating func finish(_ key: UploadKey, _ file: OwnedFile) -> Result<ExactString, SendError> {
    let mood = current.removeValue(forKey: key) ?? .answer
    if let size = sizes[file.path] {
      guard let size else { return .failure(SendError(.permanent, code: "file-missing")) }
      guard size > 0 else { return .failure(SendError(.permanent, code: "file-empty")) }
      guard size == file.byteCount else {
        return .failure(SendError(.permanent, code: "file-changed"))
      }
    }
    switch mood {
    case .fail(let error): return .failure(error)
    case .answerAtLength: return .success(ScriptedNetwork.longText)
    case .answer, .stall:
      finished.append(key)
      return .success(ScriptedUploads.name(of: key.file))
    }
  }
}

extension [UploadKey] {
  /// The keys without repetitions, each at its first place.
  fileprivate var uniqued: [UploadKey] {
    enumerated().filter { index, key in !self[..<index].contains(key) }.map(\.element)
  }
}
