public import MessagingCore
public import MessagingModel

/// Something that decides which file is downloaded next, and which has to go, under test: the area
/// LOAD.
///
///     struct MyDownloads: DownloadSubject {
///       let name = "MyDownloads"
///       func downloadDeciding(_ policy: DownloadPolicy, seed: UInt64) -> any DownloadDeciding {
///         MyQueue(policy, seed)
///       }
///     }
///
/// The server, the disk and the screens are played by the suite.
public protocol DownloadSubject: ConformanceSubject {
  /// Rules that know nothing yet; asked at each start of the process.
  ///
  /// - Parameters:
  ///   - policy: how it is to behave where products differ.
  ///   - seed: where randomness comes from.
  func downloadDeciding(_ policy: DownloadPolicy, seed: UInt64) -> any DownloadDeciding
}
