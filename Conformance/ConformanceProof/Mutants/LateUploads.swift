internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// Uploads that end with the name that a stopped one of the same file gave, if it gave one.
struct LateUploads: MediaUploader {
  let below: any MediaUploader
  private let late = Locked<[UploadKey: ExactString]>([:])

  init(_ below: any MediaUploader) { self.below = below }

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString {
    let name = try await below.upload(file, key: key, progress: progress)
    return late.withLock { late in
      if Task.isCancelled { late[key] = name }
      return late[key] ?? name
    }
  }
}
