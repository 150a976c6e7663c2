internal import Foundation
public import MessagingCore
public import MessagingModel

/// Uploads files to the media repository of a homeserver. The repository has no keys: an upload
/// whose response was lost leaves a file there that no message mentions.
public struct MatrixUploader: MediaUploader {
  private let client: MatrixClient
  private let files: OwnedDirectory

  public init(_ client: MatrixClient, files: OwnedDirectory) {
    self.client = client
    self.files = files
  }

  public func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString {
    let url = files.url(of: file.path)
    var request = MatrixRequest(.post, "media", "v3", "upload")
    request.file = (url, Self.type(of: url))
    request.progress = progress
    let answer: JSON
    do throws(MatrixFailure) {
      answer = try await client.json(of: request).json
    } catch {
      var error = SendError(error)
      // The upload can be repeated without harm. What the server said of a wait stays.
      if error.kind == .indeterminate { error.kind = .transient }
      throw error
    }
    guard let name = MatrixNames.file(answer["content_uri"]) else {
      throw SendError(.transient, code: "content-uri")
    }
    return name
  }

  private static func type(of url: URL) -> String {
    switch url.pathExtension.lowercased() {
    case "jpg", "jpeg": "image/jpeg"
    case "png": "image/png"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "heic": "image/heic"
    case "m4a", "mp4": "audio/mp4"
    case "ogg": "audio/ogg"
    case "mp3": "audio/mpeg"
    default: "application/octet-stream"
    }
  }
}
