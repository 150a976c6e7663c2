/// The path of a file, relative to the directory that the app owns.
///
/// Never absolute: the container of an app may move between two runs (`REPO-010`).
public struct RelativePath: Hashable, Sendable {
  public let text: ExactString

  /// - Returns: `nil` for an empty or absolute path, and for a path that contains an empty, `.` or
  ///   `..` part or a NUL.
  public init?(_ path: String) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
        && !part.contains(0)
    }
    guard isPlain else { return nil }
    text = ExactString(path)
  }
}

extension RelativePath: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) { text.encode(to: &writer) }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    let place = reader.offset
    guard let path = RelativePath(try reader.string()) else {
      throw reader.failure("a relative path without empty, \".\" or \"..\" parts", at: place)
    }
    self = path
  }
}

/// The progress of an attachment's upload.
public enum UploadState: Hashable, Sendable {
  /// Nothing is left to upload: no upload was needed, or it is complete.
  case done
  /// Accepted; the upload has not started.
  case waiting
  /// In flight; `percent` is whole percent, 0…100.
  case uploading(percent: Int)
  case failed(FailureReason)
}

/// A file of a message, with what a screen needs to show it before, during and after its transfer.
public struct Attachment: Hashable, Sendable {
  /// The file on this device, below the directory that the app owns; `nil` if there is none.
  public var localPath: RelativePath?
  /// The network's name of the file; `nil` if the network does not have it. It lasts: an upload and
  /// every version of the message give a file the same name, and no other file gets it
  /// (`REPO-092`).
  public var remote: ExactString?
  /// What to show until the file is available (a blurred hash, a waveform), in the app's own
  /// encoding; `nil` for nothing.
  public var placeholder: ExactString?
  /// The size of the file, in bytes.
  public var byteCount: Int
  /// The width in points, like ``height``; zero when there is nothing to lay out.
  public var width: Int
  public var height: Int
  public var upload: UploadState

  public init(
    localPath: RelativePath? = nil, remote: ExactString? = nil, placeholder: ExactString? = nil,
    byteCount: Int = 0, width: Int = 0, height: Int = 0, upload: UploadState = .done
  ) {
    self.localPath = localPath
    self.remote = remote
    self.placeholder = placeholder
    self.byteCount = byteCount
    self.width = width
    self.height = height
    self.upload = upload
  }

  /// What this device has of the file, and the remote name by which it recognises the file.
  var localPart: Attachment {
    Attachment(localPath: localPath, remote: remote, placeholder: placeholder)
  }

  /// Where a view loads a file from.
  public enum Source: Hashable, Sendable {
    case local(RelativePath)
    case remote(ExactString)
    case none
  }

  /// Returns the local file if it exists, else the remote one, else `none` (`REPO-011`).
  public func source(fileExists: (RelativePath) -> Bool) -> Source {
    if let localPath, fileExists(localPath) { return .local(localPath) }
    if let remote { return .remote(remote) }
    return .none
  }
}

extension UploadState: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch self {
      case .done: writer.flag("done", true)
      case .waiting: writer.flag("waiting", true)
      case .uploading(let percent): writer.field("percent", percent)
      case .failed(let reason): writer.field("failed", reason)
      }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      if try reader.flag("done") { return .done }
      if try reader.flag("waiting") { return .waiting }
      if let percent = try reader.optional("percent", as: Int.self) {
        return .uploading(percent: percent)
      }
      return .failed(try reader.field("failed"))
    }
  }
}

extension Attachment: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("local", localPath)
      writer.field("remote", remote)
      writer.field("placeholder", placeholder)
      writer.field("bytes", byteCount)
      writer.field("width", width)
      writer.field("height", height)
      writer.field("upload", upload)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Attachment(
        localPath: try reader.optional("local"), remote: try reader.optional("remote"),
        placeholder: try reader.optional("placeholder"), byteCount: try reader.field("bytes"),
        width: try reader.field("width"), height: try reader.field("height"),
        upload: try reader.field("upload"))
    }
  }
}
