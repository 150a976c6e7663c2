public import MessagingCore
public import MessagingModel

/// Downloads files from the media repository of a homeserver, from any offset. If the server sends
/// the file from 0 nevertheless, the bytes before the offset are skipped.
public struct MatrixDownloader: MediaDownloader {
  private let client: MatrixClient
  private let side: Int

  /// - Parameter thumbnailSide: the side of the square into which a thumbnail must fit, in pixels.
  ///   Use the same value during the whole life of a store.
  public init(_ client: MatrixClient, thumbnailSide: Int = 640) {
    self.client = client
    side = thumbnailSide
  }

  public func download(
    _ file: FileKey, from offset: Int,
    hear: @escaping @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError) {
    guard let (server, id) = MatrixNames.filePlace(file.remote) else {
      throw DownloadError(.refused, code: "file-name")
    }
    let flow = HTTPFlow()
    async let end = result(of: request(file.part, server, id, from: offset), flow)
    // Everything below `place` was heard. A request that was paused begins anew when it goes on.
    var (place, known, hasBegun) = (offset, offset, false)
    for await news in flow.news {
      switch news {
      case .begins(let answer):
        guard answer.first <= place else { throw DownloadError(.offset, code: "later") }
        known = place - answer.first
        if !hasBegun { try await hear(.begins(total: answer.total)) }
        hasBegun = true
      case .bytes(let bytes):
        let new = bytes.dropFirst(known)
        known -= bytes.count - new.count
        if !new.isEmpty { try await hear(.bytes(new)) }
        place += new.count
        flow.take(bytes.count)
      }
    }
    try await end.get()
    guard known == 0 else { throw DownloadError(.offset, code: "shorter") }
  }

  private func request(
    _ part: FileKey.Part, _ server: String, _ id: String, from offset: Int
  ) -> MatrixRequest {
    var request: MatrixRequest
    switch part {
    case .whole: request = MatrixRequest(.get, "client", "v1", "media", "download", server, id)
    case .thumbnail:
      request = MatrixRequest(.get, "client", "v1", "media", "thumbnail", server, id)
      request.query = [("width", "\(side)"), ("height", "\(side)"), ("method", "scale")]
    }
    request.offset = offset
    return request
  }

  private func result(
    of request: MatrixRequest, _ flow: HTTPFlow
  ) async -> Result<Void, DownloadError> {
    do throws(MatrixFailure) {
      _ = try await client.answer(to: request, flow: flow)
      return .success(())
    } catch {
      return .failure(DownloadError(error))
    }
  }
}
