/// The key of a download: a file of a message, or its thumbnail.
public struct FileKey: Hashable, Comparable, Sendable {
  public enum Part: Int, Hashable, Comparable, Sendable {
    case thumbnail, whole

    public static func < (left: Part, right: Part) -> Bool { left.rawValue < right.rawValue }
  }

  /// The network's reference to the file: ``Attachment/remote``. A reference always names the same
  /// bytes.
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

/// The name of a downloaded file on this device. It is made from the remote name and contains no
/// part of it, so that no name leaves the directory.
public struct StoredName: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let text: ExactString

  /// - Complexity: O(n) in the bytes of the remote name.
  public init(_ file: FileKey) {
    let digest = SHA256.digest(file.remote.string.utf8)
    let digits = digest.flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }
    let prefix = file.part == .thumbnail ? "t-" : "w-"
    text = ExactString(prefix + String(decoding: digits, as: UTF8.self))
  }

  /// - Returns: `nil` if `text` is not such a name.
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

/// A downloaded file on the disk.
public struct StoredFile: Hashable, Sendable {
  public let name: StoredName
  /// The number of bytes on the disk.
  public let byteCount: Int
  /// Whether the file is complete.
  public let isWhole: Bool
  /// When it was last seen, or when bytes of it last came, according to the disk. It only orders
  /// the files.
  public let seen: Timestamp

  public init(_ name: StoredName, byteCount: Int, isWhole: Bool, seen: Timestamp) {
    self.name = name
    self.byteCount = byteCount
    self.isWhole = isWhole
    self.seen = seen
  }
}
