internal import MessagingModel

/// How scripts write files: `p1` is a file, `t1` its thumbnail.
enum DownloadNames {
  static func file(_ word: String) -> FileKey? {
    guard let number = Int(word.dropFirst()), number >= 0 else { return nil }
    switch word.first {
    case "p": return FileKey(ExactString("p\(number)"), .whole)
    case "t": return FileKey(ExactString("p\(number)"), .thumbnail)
    default: return nil
    }
  }

  static func word(_ file: FileKey) -> String {
    file.part == .whole ? file.remote.string : "t" + file.remote.string.dropFirst()
  }

  /// Writes a state: `here`, `loading`, or with a detail `loading:40` `failed:503` `refused:404`.
  static func word(_ state: FileState) -> ObservedWord {
    switch state {
    case .waiting: ObservedWord("waiting")
    case .noRoom: ObservedWord("no-room")
    case .loading(let percent): ObservedWord("loading", or: ["loading:\(percent)"])
    case .here: ObservedWord("here")
    case .failed(let code, _): ObservedWord("failed", or: ["failed:\(code)"])
    case .refused(let refusal): ObservedWord("refused", or: ["refused:\(word(refusal))"])
    }
  }

  private static func word(_ refusal: FileRefusal) -> String {
    switch refusal {
    case .byServer(let code): code.string
    case .tooLarge: "too-large"
    case .wrongLength: "wrong-length"
    case .negativeSize: "negative-size"
    case .badName: "bad-name"
    }
  }

  static func word(_ phase: DownloadStatus.Phase) -> ObservedWord {
    switch phase {
    case .starting: ObservedWord("starting")
    case .running: ObservedWord("running")
    case .offline: ObservedWord("offline")
    case .diskFailed(let code): ObservedWord("disk-failed", or: ["disk-failed:\(code)"])
    case .needsSignIn: ObservedWord("needs-sign-in")
    case .signedOut: ObservedWord("signed-out")
    }
  }
}

/// A wish as scripts write it: `p1` `p1:40` `p1:?` `p1+2` `p1:40+2`.
struct WishWord: Hashable, Sendable {
  enum Size: Hashable, Sendable {
    /// The size of the server's file.
    case right
    case unknown
    case said(Int)
  }

  let file: FileKey
  let size: Size
  let distance: Int

  init?(_ word: String) {
    let halves = word.split(separator: "+", omittingEmptySubsequences: false)
    let parts = (halves.first ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count <= 2, parts.count <= 2,
      let file = DownloadNames.file(String(parts.first ?? "")),
      let distance = halves.count == 2 ? Int(halves[1]) : 0
    else { return nil }
    self.file = file
    self.distance = distance
    guard parts.count == 2 else {
      size = .right
      return
    }
    if parts[1] == "?" {
      size = .unknown
    } else if let count = Int(parts[1]) {
      size = .said(count)
    } else {
      return nil
    }
  }
}
