internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// The ports of a download worker, backed by a rig.
@available(macOS 15, iOS 18, *)
struct DownloadRigPorts: MediaDownloader, DownloadedFiles, Connectivity {
  private let rig: DownloadRig

  init(_ rig: DownloadRig) { self.rig = rig }

  func states() -> AsyncStream<Bool> { rig.connections() }

  func download(
    _ file: FileKey, from offset: Int,
    hear: @escaping @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError) {
    try await rig.download(file, from: offset, hear: hear)
  }

  func list() async throws(DownloadError) -> [StoredFile] {
    switch await rig.ask(.list) {
    case .files(let files): return files
    case .failed(let error): throw error
    case .done: return []
    }
  }

  func part(
    _ name: StoredName, from offset: Int
  ) async throws(DownloadError) -> any PartialFile {
    try rig.part(name, from: offset)
  }

  func keep(_ name: StoredName, byteCount: Int) async throws(DownloadError) {
    if case .failed(let error) = await rig.ask(.keep(name, byteCount: byteCount)) { throw error }
  }

  func remove(_ name: StoredName) async throws(DownloadError) {
    if case .failed(let error) = await rig.ask(.remove(name)) { throw error }
  }

  func touch(_ names: [StoredName]) async { rig.note(.action(.touch(names))) }
}

/// A part that a download writes to.
@available(macOS 15, iOS 18, *)
struct DownloadRigPart: PartialFile {
  let number: Int
  let name: StoredName
  let rig: DownloadRig

  func write(_ bytes: Data) async throws(DownloadError) { try rig.write(bytes, self) }

  func close() { rig.close(self) }
}
