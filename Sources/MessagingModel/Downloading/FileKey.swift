/// What can be downloaded: a file of a message, or its small picture.
public struct FileKey: Hashable, Comparable, Sendable {
  public enum Part: Int, Hashable, Comparable, Sendable {
    case thumbnail, whole

    public static func < (left: Part, right: Part) -> Bool { left.rawValue < right.rawValue }
  }

  /// Where the network keeps it: ``Attachment/remote``. A name stands for the same bytes for ever.
  public let remote: ExactString
  public let part: Part

  public init(_ remote: ExactString, _ part: Part) {
    self.remote = remote
    self.part = part
  }

  public static func < (left: FileKey, right: FileKey) -> Bool {
    left.remote == right.remote ? left.part < right.part : left.remote < right.remote
  }
}

/// What a downloaded file is called on this device: made of the remote name, and never containing
/// any of it, so that no name leaves the directory.
public struct StoredName: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let text: ExactString

  /// - Complexity: O(n) in the bytes of the remote name.
  public init(_ file: FileKey) {
    let digest = SHA256.digest(file.remote.string.utf8)
    let digits = digest.flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }
    let prefix = file.part == .thumbnail ? "t-" : "w-"
    text = ExactString(prefix + String(decoding: digits, as: UTF8.self))
  }

  /// - Returns: `nil` for what is no such name.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 66, text.hasPrefix("t-") || text.hasPrefix("w-") else { return nil }
    let areDigits = bytes.dropFirst(2).allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    guard areDigits else { return nil }
    self.text = ExactString(text)
  }

  public var description: String { text.string }

  public static func < (left: StoredName, right: StoredName) -> Bool { left.text < right.text }
}

/// A downloaded file as the disk has it.
public struct StoredFile: Hashable, Sendable {
  public let name: StoredName
  /// In bytes, as far as it has come.
  public let byteCount: Int
  /// Whether that is all of it.
  public let isWhole: Bool
  /// When it was seen last, or when bytes of it came last, as the disk remembers it; it orders the
  /// files and does nothing else.
  public let seen: Timestamp

  public init(_ name: StoredName, byteCount: Int, isWhole: Bool, seen: Timestamp) {
    self.name = name
    self.byteCount = byteCount
    self.isWhole = isWhole
    self.seen = seen
  }
}
