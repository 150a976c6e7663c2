public import MessagingModel

/// A repository of which earlier versions were released, and that brings files of them
/// (`REPO-037`). It declares ``Capability/releases``.
///
///     extension MyChat: ReleasedSubject {
///       func earlierReleases() throws -> [StoredRelease] {
///         [StoredRelease("1.0", files: ["chat.db": try bytes("chat-1.0.db")], told: [[…]])]
///       }
///       func laterRelease() throws -> StoredRelease { … }
///     }
///
/// Write such a file once, when a version is released, and never change it again. The suite copies
/// it to the folder of a case and opens it there.
public protocol ReleasedSubject: RepositorySubject {
  /// Returns the files that earlier releases wrote; at least those of one release.
  func earlierReleases() throws -> [StoredRelease]
  /// Returns files as a later version may write them, of which this one cannot know what they mean:
  /// for instance its own, with a higher number.
  func laterRelease() throws -> StoredRelease
}

/// The files that a release of a store wrote.
public struct StoredRelease: Sendable {
  /// The name of the release, for reports.
  public let name: String
  /// The bytes of each file, by its name in ``ConformanceEnvironment/directory``.
  public let files: [String: [UInt8]]
  /// The batches that the release applied before it was closed. The owner is `me`.
  public let told: [[Change]]

  public init(_ name: String, files: [String: [UInt8]], told: [[Change]]) {
    self.name = name
    self.files = files
    self.told = told
  }
}
