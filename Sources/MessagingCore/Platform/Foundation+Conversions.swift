public import Foundation
public import MessagingModel

// Conversions to and from the types that apps use. The model itself does not need Foundation.

extension MessageID {
  /// The same 128 bits.
  public init(_ uuid: UUID) {
    let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
    let words = [bytes[0..<8], bytes[8..<16]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    self.init(high: words[0], low: words[1])
  }

  /// The same 128 bits.
  public var uuid: UUID {
    let bytes = bytes
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}

extension Timestamp {
  /// Rounds down to a millisecond. A date beyond ±292 million years becomes the nearest timestamp.
  public init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded(.down)
    self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
  }

  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}

extension RelativePath {
  /// The path of a file relative to the directory that the app owns (`REPO-010`).
  ///
  /// - Returns: `nil` if the file is not below the directory.
  public init?(of file: URL, below root: URL) {
    let parts = file.standardizedFileURL.pathComponents
    let rootParts = root.standardizedFileURL.pathComponents
    guard parts.starts(with: rootParts) else { return nil }
    self.init(parts.dropFirst(rootParts.count).joined(separator: "/"))
  }

  /// Where the file is in this run of the app.
  public func url(below root: URL) -> URL {
    root.appendingPathComponent(text.string)
  }
}
