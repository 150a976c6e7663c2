internal import MessagingModel

/// The files of this device and the place where they are uploaded to, as a script has it.
struct ScriptedUploads: Sendable {
  /// What becomes of an upload.
  enum Mood: Hashable, Sendable {
    case answer
    case fail(SendError)
    /// In flight until it is told to go on.
    case stall
  }

  /// The files that are there, with their sizes; what is not listed is as it was accepted.
  var sizes: [RelativePath: Int?] = [:]
  /// For the next uploads, one each.
  var moods: [Mood] = []
  var standing = Mood.answer
  /// The percentages that are reported before an upload ends.
  var percents: [Int] = []
  /// Every upload that was begun, in order.
  private(set) var begun: [UploadKey] = []
  private(set) var aborted: [UploadKey] = []
  private(set) var finished: [UploadKey] = []
  /// Messages whose files were removed.
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

  /// Where a file is when it is uploaded.
  static func name(of file: RelativePath) -> ExactString {
    ExactString("https://files/\(file.text.string)")
  }

  /// Which file of its message it is, in the order in which their uploads began, from 1.
  func number(of key: UploadKey) -> Int {
    var known: [UploadKey] = []
    for other in begun where other.message == key.message && !known.contains(other) {
      known.append(other)
    }
    return (known.firstIndex(of: key) ?? known.count) + 1
  }

  /// The process died.
  mutating func interrupt() { current = [:] }

  /// What was begun and has not ended.
  var inFlight: [UploadKey] { begun.filter { current[$0] != nil }.uniqued }

  func isStalled(_ key: UploadKey) -> Bool { current[key] == .stall }

  /// Lets what stalls go on.
  mutating func resume() {
    for (key, mood) in current where mood == .stall { current[key] = .answer }
    if standing == .stall { standing = .answer }
  }

  /// From now on nothing fails, and the files are as they were.
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
    case .answer, .stall:
      finished.append(key)
      return .success(ScriptedUploads.name(of: key.file))
    }
  }
}

extension [UploadKey] {
  /// Each once, where it comes first.
  fileprivate var uniqued: [UploadKey] {
    enumerated().filter { index, key in !self[..<index].contains(key) }.map(\.element)
  }
}
