/// Where a file lies below the directory that the app owns.
///
/// Never absolute: the container of an app moves between two runs (`REPO-010`).
public struct RelativePath: Hashable, Sendable {
  public let text: ExactString

  /// - Returns: `nil` for an empty or absolute path, and for one with an empty, `.` or `..` part or
  ///   a NUL.
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

/// How far the upload of an attachment is.
public enum UploadState: Hashable, Sendable {
  /// Nothing has to be uploaded, or it has been: the remote reference is all there is.
  case done
  /// Accepted, not begun.
  case waiting
  /// Begun; whole percent, 0…100.
  case uploading(percent: Int)
  case failed(FailureReason)
}

/// A file of a message: what is needed to show it before, during and after its transfer.
public struct Attachment: Hashable, Sendable {
  /// The file on this device, below the owned directory.
  public var localPath: RelativePath?
  /// Where the network keeps it.
  public var remote: ExactString?
  /// What to show until the file is there (a blurred hash, a waveform), in the app's own coding.
  public var placeholder: ExactString?
  /// In bytes.
  public var byteCount: Int
  /// In points; zero when there is nothing to lay out.
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

  /// What only this device knows of the file.
  var localPart: Attachment { Attachment(localPath: localPath, placeholder: placeholder) }

  /// Whether this device knows nothing of the file.
  var isBlank: Bool { localPath == nil && placeholder == nil }

  /// What a view should load.
  public enum Source: Hashable, Sendable {
    case local(RelativePath)
    case remote(ExactString)
    case none
  }

  /// The local file while it exists, else the remote one (`REPO-011`).
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
